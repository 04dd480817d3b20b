(* A minimal feature in OCaml. ocaml.c starts the runtime in activate, which runs this file, and calls what it registers
   at its end. *)

type sink (* a sy_view_sink of the host's, during a render alone *)
type error (* a sy_error of the host's, during a call alone *)

external title : sink -> string -> unit = "ml_title"
external text : sink -> string -> unit = "ml_text"
external link : sink -> label:string -> route:string -> unit = "ml_link"
external failed : error -> int -> string -> int = "ml_failed"

(* From FeatureABI.h. *)
let sy_ok, sy_not_mine = (0, 1)
let sy_error_other, sy_error_invalid_argument, sy_error_not_found = (0, 2, 4)

let render sink error =
  try
    title sink "OCaml";
    text sink ("A screen in OCaml " ^ Sys.ocaml_version);
    link sink ~label:"Go on" ~route:"next";
    sy_ok
  with thrown -> failed error sy_error_other (Printexc.to_string thrown) (* no exception may reach the host *)

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
