(* A minimal feature in OCaml. ocaml.c starts the runtime in activate, which runs this file, and calls what it registers
   at its end. *)

type sink (* a sy_view_sink of the host's, during a render alone *)
type error (* a sy_error of the host's, during a call alone *)

external title : sink -> string -> unit = "feature_title"
external text : sink -> string -> unit = "feature_text"
external link : sink -> label:string -> route:string -> unit = "feature_link"
external fail : error -> int -> string -> unit = "feature_fail"

(* From FeatureABI.h. *)
let sy_ok, sy_not_mine, sy_failed = (0, 1, 2)
let sy_error_other, sy_error_invalid_argument, sy_error_not_found = (0, 2, 4)

let failed error code reason =
  fail error code reason;
  sy_failed

(* No exception may reach the host: it becomes the reason. *)
let guarded error body = try body () with thrown -> failed error sy_error_other (Printexc.to_string thrown)

let render sink error =
  guarded error (fun () ->
      title sink "OCaml";
      text sink ("A screen in OCaml " ^ Sys.ocaml_version);
      link sink ~label:"Go on" ~route:"next";
      sy_ok)

let perform error = failed error sy_error_not_found "nothing on the screen can be used"

let resolve route argument_count error =
  match route with
  | "main" when argument_count > 0 -> failed error sy_error_invalid_argument "ocaml/main takes no arguments"
  | "main" -> sy_ok
  | _ -> sy_not_mine

let () =
  Callback.register "render" render;
  Callback.register "perform" perform;
  Callback.register "resolve" resolve
