--  A minimal feature in Ada, written from FeatureABI.h. Pointers to functions are of named types with the convention C.
--  (gcc -fdump-ada-spec gives them types without names, whose convention is Ada's, and leaves out the enumerations.)
with Interfaces; use Interfaces;
with Interfaces.C; use Interfaces.C;
with System; use System;

package Feature is

   SY_MAGIC : constant := 16#53594142#;
   subtype Status is unsigned;
   SY_OK : constant Status := 0;
   SY_NOT_MINE : constant Status := 1;
   SY_FAILED : constant Status := 2;
   SY_ERROR_OTHER : constant unsigned := 0;
   SY_ERROR_INVALID_ARGUMENT : constant unsigned := 2;
   SY_ERROR_NOT_FOUND : constant unsigned := 4;
   SY_NODE_TEXT : constant unsigned := 1;
   SY_NODE_LINK : constant unsigned := 5;

   type Sy_String is record
      Data : Address := Null_Address;
      Count : size_t := 0;
   end record with Convention => C_Pass_By_Copy;

   type Sy_Value is record
      Kind, Reserved : unsigned := 0;
      Int : Integer_64 := 0;
      Number : double := 0.0;
      Text : Sy_String;
      Items : Address := Null_Address;
      Item_Count : size_t := 0;
      Names : Address := Null_Address;
   end record with Convention => C;

   type Sy_Destination is record
      Size, Reserved : unsigned := 0;
      Feature, Route : Sy_String;
      Arguments : Address := Null_Address;
      Argument_Count : size_t := 0;
   end record with Convention => C;
   type Destination_Access is access constant Sy_Destination;

   type Sy_Error;
   type Fail_Procedure is access procedure (Error : access constant Sy_Error; Code : unsigned; Reason : Sy_String)
   with Convention => C;
   type Sy_Error is record
      Size, Reserved : unsigned;
      Instance : Address;
      Fail : Fail_Procedure;
   end record with Convention => C;

   type Sy_Text_Sink;
   type Text_Function is access function (Sink : access constant Sy_Text_Sink; Piece : Sy_String) return Status
   with Convention => C;
   type Sy_Text_Sink is record
      Size, Reserved : unsigned;
      Instance : Address;
      Text : Text_Function;
   end record with Convention => C;

   type Sy_Node is record
      Size, Kind, Flags, Role : unsigned := 0;
      Action : Unsigned_64 := 0;
      Text, Detail, Key, Symbol, Badge, Accessibility_Label, Url : Sy_String;
      Value : Sy_Value;
      Destination : Destination_Access;
      Shortcut : Sy_String;
      Element_Count, Element_Offset : Unsigned_64 := 0;
   end record with Convention => C;

   type Sy_Screen_Info is record
      Size, Flags : unsigned := 0;
      Title, Lock_Reason : Sy_String;
      Checkpoints : Address := Null_Address;
      Checkpoint_Count : size_t := 0;
      Receivers : Address := Null_Address;
      Receiver_Count : size_t := 0;
   end record with Convention => C;

   type Sy_View_Sink;
   type Begin_Function is access function
     (Sink : access constant Sy_View_Sink; Node : access constant Sy_Node) return Status with Convention => C;
   type End_Function is access function (Sink : access constant Sy_View_Sink) return Status with Convention => C;
   type Info_Function is access function
     (Sink : access constant Sy_View_Sink; Info : access constant Sy_Screen_Info) return Status with Convention => C;
   type Sy_View_Sink is record
      Size, Reserved : unsigned;
      Instance : Address;
      Begin_Node : Begin_Function;
      End_Node : End_Function;
      Info : Info_Function;
   end record with Convention => C;

   type Render_Function is access function
     (Screen, How : Address; Sink : access constant Sy_View_Sink; Error : access constant Sy_Error) return Status
   with Convention => C;
   type Perform_Function is access function
     (Screen, Event : Address; Error : access constant Sy_Error) return Status with Convention => C;
   type End_Procedure is access procedure (Table : Address) with Convention => C;
   type Sy_Screen is record
      Size, Reserved : unsigned;
      Instance : Address;
      Render : Render_Function;
      Perform : Perform_Function;
      Appear, Disappear : End_Procedure;
      Returned, Receive, Save, Restore : Address;
      Destroy : End_Procedure;
   end record with Convention => C;
   type Screen_Access is access constant Sy_Screen;

   type Make_Function is access function
     (Feature : Address; Id : Unsigned_64; Screen : access Screen_Access; Error : access constant Sy_Error)
      return Status with Convention => C;
   type Resolve_Function is access function
     (Feature : Address; Destination : access constant Sy_Destination; Id : Unsigned_64;
      Screen : access Screen_Access; Error : access constant Sy_Error) return Status with Convention => C;
   type Sy_Feature is record
      Size, Reserved : unsigned;
      Instance : Address;
      Make_Main_Screen : Make_Function;
      Resolve : Resolve_Function;
      Resolve_Url, Receive : Address;
      Deactivate : End_Procedure;
   end record with Convention => C;
   type Feature_Access is access constant Sy_Feature;

   type Manifest_Function is access function
     (Library : Address; Sink : access constant Sy_Text_Sink; Error : Address) return Status with Convention => C;
   type Activate_Function is access function
     (Library, Host, Context : Address; Feature : access Feature_Access; Error : access constant Sy_Error)
      return Status with Convention => C;
   type Sy_Library is record
      Magic, Size, Abi_Major, Abi_Minor : unsigned;
      Instance : Address;
      Manifest : Manifest_Function;
      Activate : Activate_Function;
      Extension : Address;
   end record with Convention => C;

   function Switchyard_Feature_Entry return access constant Sy_Library
   with Export, Convention => C, External_Name => "switchyard_feature_entry";

end Feature;
