{ A minimal feature in Free Pascal, written from FeatureABI.h. A pointer to const is a constref: under cdecl, const passes a
  record by value. }
library Feature;

{$mode objfpc}{$H+}{$packrecords c}

type
  SyString = record Data: PChar; Count: SizeUInt; end;
  SyValue = record
    Kind, Reserved: LongWord; Int: Int64; Number: Double; Text: SyString;
    Items: Pointer; ItemCount: SizeUInt; Names: Pointer;
  end;
  PSyDestination = ^SyDestination;
  SyDestination = record
    Size, Reserved: LongWord; Feature, Route: SyString; Arguments: Pointer; ArgumentCount: SizeUInt;
  end;
  PSyError = ^SyError;
  SyError = record
    Size, Reserved: LongWord; Instance: Pointer;
    Fail: procedure(Error: PSyError; Code: LongWord; Reason: SyString); cdecl;
  end;
  PSyTextSink = ^SyTextSink;
  SyTextSink = record
    Size, Reserved: LongWord; Instance: Pointer;
    Text: function(Sink: PSyTextSink; Piece: SyString): LongInt; cdecl;
  end;
  SyNode = record
    Size, Kind, Flags, Role: LongWord; Action: QWord;
    Text, Detail, Key, Symbol, Badge, AccessibilityLabel, Url: SyString;
    Value: SyValue; Destination: PSyDestination;
  end;
  SyScreenInfo = record
    Size, Flags: LongWord; Title, Lock: SyString;
    Checkpoints: Pointer; CheckpointCount: SizeUInt; Receivers: Pointer; ReceiverCount: SizeUInt;
  end;
  PSyViewSink = ^SyViewSink;
  SyViewSink = record
    Size, Reserved: LongWord; Instance: Pointer;
    Open: function(Sink: PSyViewSink; constref Node: SyNode): LongInt; cdecl;
    Close: function(Sink: PSyViewSink): LongInt; cdecl;
    Info: function(Sink: PSyViewSink; constref Info: SyScreenInfo): LongInt; cdecl;
  end;
  PSyScreen = ^SyScreen;
  SyScreen = record
    Size, Reserved: LongWord; Instance: Pointer;
    Render: function(Screen: PSyScreen; Sink: PSyViewSink; Error: PSyError): LongInt; cdecl;
    Perform: function(Screen: PSyScreen; Action: QWord; Value: Pointer; Error: PSyError): LongInt; cdecl;
    Appear, Disappear: procedure(Screen: PSyScreen); cdecl;
    Returned, Receive, Save, Restore: Pointer;
    Destroy: procedure(Screen: PSyScreen); cdecl;
  end;
  PSyFeature = ^SyFeature;
  SyFeature = record
    Size, Reserved: LongWord; Instance: Pointer;
    MakeMainScreen: function(Feature: PSyFeature; Id: QWord; out Screen: PSyScreen; Error: PSyError): LongInt; cdecl;
    Resolve: function(Feature: PSyFeature; Destination: PSyDestination; Id: QWord; out Screen: PSyScreen;
      Error: PSyError): LongInt; cdecl;
    ResolveUrl, Receive: Pointer;
    Deactivate: procedure(Feature: PSyFeature); cdecl;
  end;
  PSyLibrary = ^SyLibrary;
  SyLibrary = record
    Size, AbiMajor, AbiMinor, Reserved: LongWord; Instance: Pointer;
    Manifest: function(Lib: PSyLibrary; Sink: PSyTextSink; Error: PSyError): LongInt; cdecl;
    Activate: function(Lib: PSyLibrary; Host, Context: Pointer; out Feature: PSyFeature; Error: PSyError): LongInt;
      cdecl;
    Extension: Pointer;
  end;

const
  SY_OK = 0; SY_NOT_MINE = 1; SY_FAILED = 2;
  SY_ERROR_INVALID_ARGUMENT = 2; SY_ERROR_NOT_FOUND = 4;
  SY_NODE_TEXT = 1; SY_NODE_LINK = 5;
  ManifestText =
    '{"manifest": 1, "id": "pascal", "name": "Pascal", "version": "1.0.0", "abi": "1.0", "toolchain": "Free Pascal",' +
    ' "main": "main", "incoming": [{"name": "main", "arguments": []}],' +
    ' "outgoing": [{"name": "next", "arguments": []}],' +
    ' "links": [{"scheme": "challenge", "host": "pascal", "pattern": "/", "route": "main"}]}';

function Text(const From: PChar): SyString;
begin
  Result.Data := From;
  Result.Count := StrLen(From);
end;

function Failed(Error: PSyError; Code: LongWord; const Reason: PChar): LongInt;
begin
  if Error <> nil then Error^.Fail(Error, Code, Text(Reason));
  Result := SY_FAILED;
end;

function Render(Screen: PSyScreen; Sink: PSyViewSink; Error: PSyError): LongInt; cdecl;
var
  Info: SyScreenInfo;
  Node: SyNode;
  Next: SyDestination;
begin
  Info := Default(SyScreenInfo);
  Info.Size := SizeOf(Info);
  Info.Title := Text('Pascal');
  Sink^.Info(Sink, Info);
  Node := Default(SyNode);
  Node.Size := SizeOf(Node);
  Node.Kind := SY_NODE_TEXT;
  Node.Text := Text('A screen in Pascal');
  if Sink^.Open(Sink, Node) = SY_OK then Sink^.Close(Sink);
  Next := Default(SyDestination);
  Next.Size := SizeOf(Next);
  Next.Route := Text('next');
  Node.Kind := SY_NODE_LINK;
  Node.Text := Text('Go on');
  Node.Destination := @Next;
  if Sink^.Open(Sink, Node) = SY_OK then Sink^.Close(Sink);
  Result := SY_OK;
end;

function Perform(Screen: PSyScreen; Action: QWord; Value: Pointer; Error: PSyError): LongInt; cdecl;
begin
  Result := Failed(Error, SY_ERROR_NOT_FOUND, 'nothing on the screen can be used');
end;

procedure Nothing(Screen: PSyScreen); cdecl;
begin
end;

var
  TheScreen: SyScreen = (Size: SizeOf(SyScreen); Reserved: 0; Instance: nil; Render: @Render; Perform: @Perform;
    Appear: @Nothing; Disappear: @Nothing; Returned: nil; Receive: nil; Save: nil; Restore: nil; Destroy: @Nothing);

function MakeMainScreen(Feature: PSyFeature; Id: QWord; out Screen: PSyScreen; Error: PSyError): LongInt; cdecl;
begin
  Screen := @TheScreen;
  Result := SY_OK;
end;

function Resolve(Feature: PSyFeature; Destination: PSyDestination; Id: QWord; out Screen: PSyScreen;
  Error: PSyError): LongInt; cdecl;
begin
  if (Destination^.Route.Count <> 4) or (CompareByte(Destination^.Route.Data^, 'main', 4) <> 0) then
    Exit(SY_NOT_MINE);
  if Destination^.ArgumentCount > 0 then
    Exit(Failed(Error, SY_ERROR_INVALID_ARGUMENT, 'pascal/main takes no arguments'));
  Screen := @TheScreen;
  Result := SY_OK;
end;

procedure Deactivate(Feature: PSyFeature); cdecl;
begin
end;

var
  TheFeature: SyFeature = (Size: SizeOf(SyFeature); Reserved: 0; Instance: nil; MakeMainScreen: @MakeMainScreen;
    Resolve: @Resolve; ResolveUrl: nil; Receive: nil; Deactivate: @Deactivate);

function Manifest(Lib: PSyLibrary; Sink: PSyTextSink; Error: PSyError): LongInt; cdecl;
begin
  Sink^.Text(Sink, Text(ManifestText));
  Result := SY_OK;
end;

function Activate(Lib: PSyLibrary; Host, Context: Pointer; out Feature: PSyFeature; Error: PSyError): LongInt; cdecl;
begin
  Feature := @TheFeature;
  Result := SY_OK;
end;

var
  TheLibrary: SyLibrary = (Size: SizeOf(SyLibrary); AbiMajor: 1; AbiMinor: 0; Reserved: 0; Instance: nil;
    Manifest: @Manifest; Activate: @Activate; Extension: nil);

function FeatureEntry: PSyLibrary; cdecl;
begin
  Result := @TheLibrary;
end;

exports FeatureEntry name 'feature_entry';

begin
end.
