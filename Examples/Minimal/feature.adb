--  A minimal feature in Ada over FeatureABI_h, which gcc makes of FeatureABI.h in the build, without the constants of
--  enumerations. Functions with the convention C go into a table by 'Access. Those of the host are imported at their
--  addresses, as procedures where no status counts: GNAT would call a member of these records by its own convention.
pragma Restrictions (No_Elaboration_Code);  --  the tables are data: the entry comes before the runtime is started

with Ada.Exceptions, Ada.Unchecked_Conversion, Interfaces.C.Strings, System;
use Ada.Exceptions, Interfaces.C, Interfaces.C.Strings, System;

package body Feature is

   SY_OK : constant := 0; SY_NOT_MINE : constant := 1; SY_FAILED : constant := 2;
   SY_ERROR_OTHER : constant := 0; SY_ERROR_INVALID_ARGUMENT : constant := 2; SY_ERROR_NOT_FOUND : constant := 4;
   SY_NODE_TEXT : constant := 1; SY_NODE_LINK : constant := 5;

   function To_Chars is new Ada.Unchecked_Conversion (Address, chars_ptr);
   function Text (From : String := "") return sy_string is (To_Chars (From'Address), From'Length);  --  no copy

   function Failed (Error : access constant sy_error; Code : sy_error_code; Reason : String) return sy_status is
      procedure Fail (Error : access constant sy_error; Code : sy_error_code; Reason : sy_string)
      with Import, Convention => C, Address => Error.fail.all'Address;
   begin
      Fail (Error, Code, Text (Reason));
      return SY_FAILED;
   end Failed;

   procedure Put (Sink : access constant sy_view_sink; Kind : sy_node_kind; Words : String; Route : String := "") is
      function Begin_Node (Sink : access constant sy_view_sink; Node : access constant sy_node) return sy_status
      with Import, Convention => C, Address => Sink.begin_node.all'Address;
      procedure End_Node (Sink : access constant sy_view_sink)
      with Import, Convention => C, Address => Sink.end_node.all'Address;
      Next : aliased constant sy_destination := (sy_destination'Size / 8, 0, Text, Text (Route), null, 0);
      Node : aliased constant sy_node :=
        (sy_node'Size / 8, Kind, flags | role => 0, action | element_count | element_offset | reveal => 0,
         text => Text (Words),
         destination => (if Route = "" then null else Next'Unchecked_Access),  --  the host keeps no pointer
         value => (0, 0, 0, 0.0, Text, null, 0, null), others => Text);
   begin
      if Begin_Node (Sink, Node'Access) = SY_OK then End_Node (Sink); end if;
   end Put;

   procedure Title (Sink : access constant sy_view_sink; Words : String) is
      procedure Tell (Sink : access constant sy_view_sink; Info : access constant sy_screen_info)
      with Import, Convention => C, Address => Sink.info.all'Address;
      Info : aliased constant sy_screen_info := (sy_screen_info'Size / 8, 0, Text (Words), Text, null, 0, null, 0);
   begin
      Tell (Sink, Info'Access);
   end Title;

   function Shown (Sink : access constant sy_view_sink; Error : access constant sy_error) return sy_status is
   begin
      Title (Sink, "Ada");
      Put (Sink, SY_NODE_TEXT, "A screen in Ada");
      Put (Sink, SY_NODE_LINK, "Go on", Route => "next");
      return SY_OK;
   exception  --  none may reach the host: it becomes the reason
      when E : others => return Failed (Error, SY_ERROR_OTHER, Exception_Name (E) & ": " & Exception_Message (E));
   end Shown;

   function Render
     (Self : access constant sy_screen; How : access constant sy_render; Sink : access constant sy_view_sink;
      Error : access constant sy_error) return sy_status is (Shown (Sink, Error)) with Convention => C;
   function Perform
     (Self : access constant sy_screen; Event : access constant sy_event; Error : access constant sy_error)
     return sy_status is (Failed (Error, SY_ERROR_NOT_FOUND, "nothing on the screen can be used")) with Convention => C;
   procedure Nothing (Self : access constant sy_screen) is null with Convention => C;
   The_Screen : aliased constant sy_screen :=  --  one for all: it has no state
     (sy_screen'Size / 8, 0, Null_Address, Render'Access, Perform'Access, Nothing'Access, Nothing'Access,
      returned => null, receive => null, save => null, restore => null, destroy => Nothing'Access);

   function Made (Place, Table : Address) return sy_status is  --  sets the pointer at Place
      Pointer : Address with Import, Address => Place;
   begin
      Pointer := Table;
      return SY_OK;
   end Made;

   function Make_Main_Screen
     (Self : access constant sy_feature; Id : sy_screen_id; Screen : Address; Error : access constant sy_error)
     return sy_status is (Made (Screen, The_Screen'Address)) with Convention => C;
   function Resolve
     (Self : access constant sy_feature; To : access constant sy_destination; Id : sy_screen_id; Screen : Address;
      Error : access constant sy_error) return sy_status
   is (if To.route.count /= 4 or else String'(Value (To.route.data, 4)) /= "main" then SY_NOT_MINE
       elsif To.argument_count = 0 then Made (Screen, The_Screen'Address)
       else Failed (Error, SY_ERROR_INVALID_ARGUMENT, "ada/main takes no arguments")) with Convention => C;
   procedure Deactivate (Self : access constant sy_feature) is null with Convention => C;
   The_Feature : aliased constant sy_feature :=
     (sy_feature'Size / 8, 0, Null_Address, Make_Main_Screen'Access, Resolve'Access, null, null, Deactivate'Access);

   --  gnatbind makes the start of the runtime, which does nothing when it is called again. It sets handlers for faults,
   --  and a stack for them, to make exceptions of those. Both belong to the host, which gets its own back.
   function Started (Feature : Address) return sy_status is
      procedure Start_Runtime with Import, Convention => C, External_Name => "featureinit";
      type Kept is array (1 .. 64) of unsigned_long;  --  more than enough for what sigaction and sigaltstack write
      procedure Sigaction (Number : int; New_Action, Old_Action : access Kept) with Import, Convention => C;
      procedure Sigaltstack (New_Stack, Old_Stack : access Kept) with Import, Convention => C;
      Actions : array (int range 1 .. 64) of aliased Kept; Stack : aliased Kept;
   begin
      for Number in Actions'Range loop Sigaction (Number, null, Actions (Number)'Access); end loop;
      Sigaltstack (null, Stack'Access); Start_Runtime; Sigaltstack (Stack'Access, null);
      for Number in Actions'Range loop Sigaction (Number, Actions (Number)'Access, null); end loop;
      return Made (Feature, The_Feature'Address);
   end Started;

   function Told (Sink : access constant sy_text_sink) return sy_status is
      procedure Pass (Sink : access constant sy_text_sink; Piece : sy_string)
      with Import, Convention => C, Address => Sink.text.all'Address;
      JSON : constant String :=
        "{""manifest"": 1, ""id"": ""ada"", ""name"": ""Ada"", ""version"": ""1.0.0"", ""abi"": ""1.1"","
        & " ""toolchain"": ""GNAT"", ""main"": ""main"", ""incoming"": [{""name"": ""main"", ""arguments"": []}],"
        & " ""outgoing"": [{""name"": ""next"", ""arguments"": []}],"
        & " ""links"": [{""scheme"": ""challenge"", ""host"": ""ada"", ""pattern"": ""/"", ""route"": ""main""}]}";
   begin
      Pass (Sink, Text (JSON));
      return SY_OK;
   end Told;

   function Manifest
     (Self : access constant sy_library; Sink : access constant sy_text_sink; Error : access constant sy_error)
     return sy_status is (Told (Sink)) with Convention => C;
   function Activate
     (Self : access constant sy_library; Host : access constant sy_host; Context : access constant sy_context;
      Feature : Address; Error : access constant sy_error) return sy_status is (Started (Feature)) with Convention => C;
   The_Library : aliased constant sy_library :=
     (SY_MAGIC, sy_library'Size / 8, SY_ABI_MAJOR, SY_ABI_MINOR, Null_Address, Manifest'Access, Activate'Access, null);
   function Switchyard_Feature_Entry return access constant sy_library is (The_Library'Access);
end Feature;
