{ A minimal feature in Free Pascal, written from FeatureABI.h. A pointer to const is a constref: under cdecl, const
  passes a record by value. }
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
    Text: function(Sink: PSyTextSink; Piece: SyString): LongWord; cdecl;
  end;
  SyNode = record
    Size, Kind, Flags, Role: LongWord; Action: QWord;
    Text, Detail, Key, Symbol, Badge, AccessibilityLabel, Url: SyString;
    Value: SyValue; Destination: PSyDestination; Shortcut: SyString; ElementCount, ElementOffset: QWord;
  end;
  SyScreenInfo = record
    Size, Flags: LongWord; Title, LockReason: SyString;
    Checkpoints: Pointer; CheckpointCount: SizeUInt; Receivers: Pointer; ReceiverCount: SizeUInt;
  end;
  PSyViewSink = ^SyViewSink;
  SyViewSink = record
    Size, Reserved: LongWord; Instance: Pointer;
    BeginNode: function(Sink: PSyViewSink; constref Node: SyNode): LongWord; cdecl;
    EndNode: function(Sink: PSyViewSink): LongWord; cdecl;
    Info: function(Sink: PSyViewSink; constref Info: SyScreenInfo): LongWord; cdecl;
  end;
  PSyRender = ^SyRender;
  SyRender = record Size, Flags: LongWord; Parts: Pointer; PartCount: SizeUInt; end;
  PSyEvent = ^SyEvent;
  SyEvent = record Size, Reserved: LongWord; Action: QWord; Value: Pointer; end;
  PSyScreen = ^SyScreen;
  SyScreen = record
    Size, Reserved: LongWord; Instance: Pointer;
    Render: function(Screen: PSyScreen; How: PSyRender; Sink: PSyViewSink; Error: PSyError): LongWord; cdecl;
    Perform: function(Screen: PSyScreen; Event: PSyEvent; Error: PSyError): LongWord; cdecl;
    Appear, Disappear: procedure(Screen: PSyScreen); cdecl;
    Returned, Receive, Save, Restore: Pointer;
    Destroy: procedure(Screen: PSyScreen); cdecl;
  end;
  PSyFeature = ^SyFeature;
  SyFeature = record
    Size, Reserved: LongWord; Instance: Pointer;
    MakeMainScreen: function(Feature: PSyFeature; Id: QWord; out Screen: PSyScreen; Error: PSyError): LongWord; cdecl;
    Resolve: function(Feature: PSyFeature; Destination: PSyDestination; Id: QWord; out Screen: PSyScreen;
      Error: PSyError): LongWord; cdecl;
    ResolveUrl, Receive: Pointer;
    Deactivate: procedure(Feature: PSyFeature); cdecl;
  end;
  PSyLibrary = ^SyLibrary;
  SyLibrary = record
    Magic, Size, AbiMajor, AbiMinor: LongWord; Instance: Pointer;
    Manifest: function(Lib: PSyLibrary; Sink: PSyTextSink; Error: PSyError): LongWord; cdecl;
    Activate: function(Lib: PSyLibrary; Host, Context: Pointer; out Feature: PSyFeature; Error: PSyError): LongWord;
      cdecl;
    Extension: Pointer;
  end;

const
  SY_MAGIC = $53594142;
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

function Failed(Error: PSyError; Code: LongWord; const Reason: PChar): LongWord;
begin
  Error^.Fail(Error, Code, Text(Reason));
  Result := SY_FAILED;
end;

function Render(Screen: PSyScreen; How: PSyRender; Sink: PSyViewSink; Error: PSyError): LongWord; cdecl;
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
  if Sink^.BeginNode(Sink, Node) = SY_OK then Sink^.EndNode(Sink);
  Next := Default(SyDestination);
  Next.Size := SizeOf(Next);
  Next.Route := Text('next');
  Node.Kind := SY_NODE_LINK;
  Node.Text := Text('Go on');
  Node.Destination := @Next;
  if Sink^.BeginNode(Sink, Node) = SY_OK then Sink^.EndNode(Sink);
  Result := SY_OK;
end;

function Perform(Screen: PSyScreen; Event: PSyEvent; Error: PSyError): LongWord; cdecl;
begin
  Result := Failed(Error, SY_ERROR_NOT_FOUND, 'nothing on the screen can be used');
end;

procedure Nothing(Screen: PSyScreen); cdecl;
begin
end;

var
  TheScreen: SyScreen = (Size: SizeOf(SyScreen); Reserved: 0; Instance: nil; Render: @Render; Perform: @Perform;
    Appear: @Nothing; Disappear: @Nothing; Returned: nil; Receive: nil; Save: nil; Restore: nil; Destroy: @Nothing);

function MakeMainScreen(Feature: PSyFeature; Id: QWord; out Screen: PSyScreen; Error: PSyError): LongWord; cdecl;
begin
  Screen := @TheScreen;
  Result := SY_OK;
end;

function Resolve(Feature: PSyFeature; Destination: PSyDestination; Id: QWord; out Screen: PSyScreen;
  Error: PSyError): LongWord; cdecl;
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

function Manifest(Lib: PSyLibrary; Sink: PSyTextSink; Error: PSyError): LongWord; cdecl;
begin
  Sink^.Text(Sink, Text(ManifestText));
  Result := SY_OK;
end;

function Activate(Lib: PSyLibrary; Host, Context: Pointer; out Feature: PSyFeature; Error: PSyError): LongWord; cdecl;
begin
  Feature := @TheFeature;
  Result := SY_OK;
end;

var
  TheLibrary: SyLibrary = (Magic: SY_MAGIC; Size: SizeOf(SyLibrary); AbiMajor: 1; AbiMinor: 0; Instance: nil;
    Manifest: @Manifest; Activate: @Activate; Extension: nil);

function FeatureEntry: PSyLibrary; cdecl;
begin
  Result := @TheLibrary;
end;

exports FeatureEntry name 'switchyard_feature_entry';

begin
end.
