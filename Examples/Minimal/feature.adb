--  The tables below are data, without code that fills them: the entry is called before the runtime is started.
pragma Restrictions (No_Elaboration_Code);

with Ada.Exceptions; use Ada.Exceptions;

package body Feature is

   --  The string points to From itself.
   function Text (From : String) return Sy_String is (From'Address, From'Length);

   function Equals (Left : Sy_String; Right : String) return Boolean is
   begin
      if Left.Count /= Right'Length then
         return False;
      end if;
      declare
         Bytes : String (1 .. Right'Length) with Import, Address => Left.Data;
      begin
         return Bytes = Right;
      end;
   end Equals;

   function Failed (Error : access constant Sy_Error; Code : unsigned; Reason : String) return Status is
   begin
      Error.Fail (Error, Code, Text (Reason));
      return SY_FAILED;
   end Failed;

   --  No exception may reach the host: it becomes the reason.
   function Failed (Error : access constant Sy_Error; Thrown : Exception_Occurrence) return Status
   is (Failed (Error, SY_ERROR_OTHER, Exception_Name (Thrown) & ": " & Exception_Message (Thrown)));

   procedure Put
     (Sink : access constant Sy_View_Sink; Kind : unsigned; Words : String; To : Destination_Access := null)
   is
      Node : aliased constant Sy_Node :=
        (Size => Sy_Node'Size / 8, Kind => Kind, Text => Text (Words), Destination => To, others => <>);
      Ignored : Status;
   begin
      if Sink.Begin_Node (Sink, Node'Access) = SY_OK then
         Ignored := Sink.End_Node (Sink);
      end if;
   end Put;

   -------------------------------------------------------------------- the screen, one for all: it has no state

   function Render
     (Screen, How : Address; Sink : access constant Sy_View_Sink; Error : access constant Sy_Error) return Status
   with Convention => C;

   function Perform (Screen, Event : Address; Error : access constant Sy_Error) return Status with Convention => C;

   procedure Do_Nothing (Table : Address) is null with Convention => C;

   The_Screen : aliased constant Sy_Screen :=
     (Size => Sy_Screen'Size / 8, Reserved => 0, Instance => Null_Address, Render => Render'Access,
      Perform => Perform'Access, Appear | Disappear | Destroy => Do_Nothing'Access,
      Returned | Receive | Save | Restore => Null_Address);

   function Render
     (Screen, How : Address; Sink : access constant Sy_View_Sink; Error : access constant Sy_Error) return Status
   is
      Title : constant String := "Ada";
      Route : constant String := "next";
      Info : aliased constant Sy_Screen_Info :=
        (Size => Sy_Screen_Info'Size / 8, Title => Text (Title), others => <>);
      Next : aliased constant Sy_Destination :=
        (Size => Sy_Destination'Size / 8, Route => Text (Route), others => <>);
      Ignored : Status;
   begin
      Ignored := Sink.Info (Sink, Info'Access);
      Put (Sink, SY_NODE_TEXT, "A screen in Ada");
      Put (Sink, SY_NODE_LINK, "Go on", Next'Unchecked_Access);  --  the host keeps no pointer
      return SY_OK;
   exception
      when Thrown : others => return Failed (Error, Thrown);
   end Render;

   function Perform (Screen, Event : Address; Error : access constant Sy_Error) return Status
   is (Failed (Error, SY_ERROR_NOT_FOUND, "nothing on the screen can be used"));

   -------------------------------------------------------------------- the feature

   function Make_Main_Screen
     (Feature : Address; Id : Unsigned_64; Screen : access Screen_Access; Error : access constant Sy_Error)
      return Status with Convention => C;

   function Resolve
     (Feature : Address; Destination : access constant Sy_Destination; Id : Unsigned_64;
      Screen : access Screen_Access; Error : access constant Sy_Error) return Status with Convention => C;

   The_Feature : aliased constant Sy_Feature :=
     (Size => Sy_Feature'Size / 8, Reserved => 0, Instance => Null_Address,
      Make_Main_Screen => Make_Main_Screen'Access, Resolve => Resolve'Access, Resolve_Url | Receive => Null_Address,
      Deactivate => Do_Nothing'Access);

   function Make_Main_Screen
     (Feature : Address; Id : Unsigned_64; Screen : access Screen_Access; Error : access constant Sy_Error)
      return Status is
   begin
      Screen.all := The_Screen'Access;
      return SY_OK;
   end Make_Main_Screen;

   function Resolve
     (Feature : Address; Destination : access constant Sy_Destination; Id : Unsigned_64;
      Screen : access Screen_Access; Error : access constant Sy_Error) return Status is
   begin
      if not Equals (Destination.Route, "main") then
         return SY_NOT_MINE;
      elsif Destination.Argument_Count > 0 then
         return Failed (Error, SY_ERROR_INVALID_ARGUMENT, "ada/main takes no arguments");
      end if;
      Screen.all := The_Screen'Access;
      return SY_OK;
   exception
      when Thrown : others => return Failed (Error, Thrown);
   end Resolve;

   -------------------------------------------------------------------- the library

   --  Called before the runtime is started: needs nothing of it.
   function Manifest (Library : Address; Sink : access constant Sy_Text_Sink; Error : Address) return Status
   with Convention => C;

   function Activate
     (Library, Host, Context : Address; Feature : access Feature_Access; Error : access constant Sy_Error)
      return Status with Convention => C;

   The_Library : aliased constant Sy_Library :=
     (Magic => SY_MAGIC, Size => Sy_Library'Size / 8, Abi_Major => 1, Abi_Minor => 0, Instance => Null_Address,
      Manifest => Manifest'Access, Activate => Activate'Access, Extension => Null_Address);

   function Switchyard_Feature_Entry return access constant Sy_Library is (The_Library'Access);

   function Manifest (Library : Address; Sink : access constant Sy_Text_Sink; Error : Address) return Status is
      JSON : constant String :=
        "{""manifest"": 1, ""id"": ""ada"", ""name"": ""Ada"", ""version"": ""1.0.0"", ""abi"": ""1.0"","
        & " ""toolchain"": ""GNAT"", ""main"": ""main"", ""incoming"": [{""name"": ""main"", ""arguments"": []}],"
        & " ""outgoing"": [{""name"": ""next"", ""arguments"": []}],"
        & " ""links"": [{""scheme"": ""challenge"", ""host"": ""ada"", ""pattern"": ""/"", ""route"": ""main""}]}";
      Ignored : Status;
   begin
      Ignored := Sink.Text (Sink, Text (JSON));
      return SY_OK;
   end Manifest;

   --  Made by gnatbind: starts the runtime, and does nothing when it is called again.
   procedure Start_Runtime with Import, Convention => C, External_Name => "featureinit";

   --  What sigaction and sigaltstack write, as bytes, of which these are more than enough.
   type Kept is array (1 .. 64) of Unsigned_64;
   function Sigaction (Number : int; New_Action, Old_Action : access Kept) return int with Import, Convention => C;
   function Sigaltstack (New_Stack, Old_Stack : access Kept) return int with Import, Convention => C;

   --  The runtime sets handlers for faults, and a stack for them, to make exceptions of those. Both belong to the host,
   --  which gets its own back.
   procedure Start is
      Actions : array (int range 1 .. 64) of aliased Kept;
      Stack : aliased Kept;
      Ignored : int;
   begin
      for Number in Actions'Range loop
         Ignored := Sigaction (Number, null, Actions (Number)'Access);
      end loop;
      Ignored := Sigaltstack (null, Stack'Access);
      Start_Runtime;
      Ignored := Sigaltstack (Stack'Access, null);
      for Number in Actions'Range loop
         Ignored := Sigaction (Number, Actions (Number)'Access, null);
      end loop;
   end Start;

   function Activate
     (Library, Host, Context : Address; Feature : access Feature_Access; Error : access constant Sy_Error)
      return Status is
   begin
      Start;
      Feature.all := The_Feature'Access;
      return SY_OK;
   exception
      when Thrown : others => return Failed (Error, Thrown);
   end Activate;

end Feature;
