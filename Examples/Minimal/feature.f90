! A minimal feature in Fortran, written from FeatureABI.h. A pointer to one struct is an argument by reference, a struct
! by value has the attribute value, an unsigned number is a signed one with the same bits, and a sy_string points to the
! characters of a target that outlives it. Members in a row that are not used are one array of as many words of 8 bytes.
module feature
    use, intrinsic :: iso_c_binding
    implicit none; private

    integer, parameter :: i32 = c_int32_t, i64 = c_int64_t
    integer(i32), parameter :: sy_ok = 0, sy_not_mine = 1, sy_failed = 2
    integer(i32), parameter :: sy_error_invalid_argument = 2, sy_error_not_found = 4, sy_node_text = 1, sy_node_link = 5

    type, bind(c) :: sy_string; type(c_ptr) :: data; integer(c_size_t) :: count; end type
    type, bind(c) :: sy_destination
        integer(i32) :: size = 56, reserved = 0; integer(i64) :: feature(2) = 0; type(sy_string) :: route
        integer(i64) :: arguments = 0, argument_count = 0; end type
    type, bind(c) :: sy_node ! flags to action; detail to value; shortcut to element_offset
        integer(i32) :: size = 240, kind; integer(i64) :: flags(2) = 0; type(sy_string) :: text
        integer(i64) :: detail(20) = 0; type(c_ptr) :: destination = c_null_ptr; integer(i64) :: rest(4) = 0; end type
    type, bind(c) :: sy_screen_info ! lock_reason to receiver_count
        integer(i32) :: size = 72, flags = 0; type(sy_string) :: title; integer(i64) :: lock_reason(6) = 0; end type
    type, bind(c) :: sy_sink; integer(i64) :: words(2); type(c_funptr) :: take; end type ! sy_error, sy_text_sink
    type, bind(c) :: sy_view_sink; integer(i64) :: words(2); type(c_funptr) :: begin_node, end_node, info; end type
    type, bind(c) :: sy_screen ! returned to restore
        integer(i32) :: size = 88, reserved = 0; integer(i64) :: instance = 0; type(c_funptr) :: render, perform
        type(c_funptr) :: appear, disappear; integer(i64) :: returned(4) = 0; type(c_funptr) :: destroy; end type
    type, bind(c) :: sy_feature ! resolve_url and receive
        integer(i32) :: size = 56, reserved = 0; integer(i64) :: instance = 0; type(c_funptr) :: make_main_screen
        type(c_funptr) :: resolve; integer(i64) :: resolve_url(2) = 0; type(c_funptr) :: deactivate; end type
    type, bind(c) :: sy_library
        integer(i32) :: magic = int(z'53594142', i32), size = 48, abi_major = 1, abi_minor = 0
        integer(i64) :: instance = 0; type(c_funptr) :: manifest, activate; integer(i64) :: extension = 0; end type

    abstract interface ! the functions of the host
        integer(i32) function pass(sink, what) bind(c) ! begin_node and info
            import; type(sy_view_sink), intent(in) :: sink; type(*), intent(in) :: what; end function
        integer(i32) function finish(sink) bind(c)
            import; type(sy_view_sink), intent(in) :: sink; end function
        integer(i32) function write(sink, piece) bind(c)
            import; type(sy_sink), intent(in) :: sink; type(sy_string), value :: piece; end function
        subroutine fail(to, code, reason) bind(c)
            import; type(sy_sink), intent(in) :: to; integer(i32), value :: code; type(sy_string), value :: reason
        end subroutine
    end interface

    type(sy_library), target :: the_library; type(sy_feature), target :: the_feature
    type(sy_screen), target :: the_screen ! one for all: it has no state of its own

contains

    integer(i32) function failed(error, code, reason)
        type(sy_sink), intent(in) :: error; integer(i32), intent(in) :: code; character(*), intent(in), target :: reason
        procedure(fail), pointer :: leave
        call c_f_procpointer(error%take, leave)
        call leave(error, code, sy_string(c_loc(reason), len(reason)))
        failed = sy_failed
    end function

    integer(i32) function render(screen, how, sink, error) bind(c, name='')
        type(c_ptr), value :: screen, how, error; type(sy_view_sink), intent(in) :: sink
        character, target :: title*7 = 'Fortran', words*19 = 'A screen in Fortran', link*5 = 'Go on', route*4 = 'next'
        type(sy_destination), target :: to
        procedure(pass), pointer :: info, begin; procedure(finish), pointer :: end_node
        call c_f_procpointer(sink%info, info)
        call c_f_procpointer(sink%begin_node, begin)
        call c_f_procpointer(sink%end_node, end_node)
        render = info(sink, sy_screen_info(title=sy_string(c_loc(title), len(title))))
        render = begin(sink, sy_node(kind=sy_node_text, text=sy_string(c_loc(words), len(words))))
        if (render == sy_ok) render = end_node(sink) ! where the host takes no more, nothing is to be ended
        to = sy_destination(route=sy_string(c_loc(route), len(route)))
        render = begin(sink, sy_node(kind=sy_node_link, text=sy_string(c_loc(link), len(link)), destination=c_loc(to)))
        if (render == sy_ok) render = end_node(sink)
        render = sy_ok
    end function

    integer(i32) function perform(screen, event, error) bind(c, name='')
        type(c_ptr), value :: screen, event; type(sy_sink), intent(in) :: error
        perform = failed(error, sy_error_not_found, 'nothing on the screen can be used')
    end function

    subroutine nothing(table) bind(c, name='') ! appear, disappear, destroy and deactivate
        type(c_ptr), value :: table
    end subroutine

    integer(i32) function make_main_screen(feature, id, screen, error) bind(c, name='')
        type(c_ptr), value :: feature, error; integer(i64), value :: id; type(c_ptr), intent(out) :: screen
        screen = c_loc(the_screen)
        make_main_screen = sy_ok
    end function

    integer(i32) function resolve(feature, to, id, screen, error) bind(c, name='')
        type(c_ptr), value :: feature; type(sy_destination), intent(in) :: to; integer(i64), value :: id
        type(c_ptr), intent(inout) :: screen; type(sy_sink), intent(in) :: error; character(c_char), pointer :: route(:)
        resolve = sy_not_mine
        if (to%route%count /= 4) return
        call c_f_pointer(to%route%data, route, [4])
        if (any(route /= ['m', 'a', 'i', 'n'])) return
        if (to%argument_count == 0) resolve = make_main_screen(feature, id, screen, c_null_ptr)
        if (to%argument_count > 0) resolve = failed(error, sy_error_invalid_argument, 'fortran/main takes no arguments')
    end function

    integer(i32) function manifest(library, sink, error) bind(c, name='')
        type(c_ptr), value :: library, error; type(sy_sink), intent(in) :: sink
        procedure(write), pointer :: pass_text
        character(*), parameter :: text = '{"manifest": 1, "id": "fortran", "name": "Fortran", "version": "1.0.0",' &
            // ' "abi": "1.0", "toolchain": "GNU Fortran", "main": "main",' &
            // ' "incoming": [{"name": "main", "arguments": []}], "outgoing": [{"name": "next", "arguments": []}],' &
            // ' "links": [{"scheme": "challenge", "host": "fortran", "pattern": "/", "route": "main"}]}'
        character(len(text)), target :: json = text
        call c_f_procpointer(sink%take, pass_text)
        manifest = pass_text(sink, sy_string(c_loc(json), len(json)))
        manifest = sy_ok
    end function

    integer(i32) function activate(library, host, context, feature, error) bind(c, name='')
        type(c_ptr), value :: library, host, context, error; type(c_ptr), intent(out) :: feature
        feature = c_loc(the_feature)
        activate = sy_ok
    end function

    ! c_funloc is no constant: the tables are filled here, and have the same bytes after each call.
    type(c_ptr) function switchyard_feature_entry() bind(c)
        the_screen = sy_screen(render=c_funloc(render), perform=c_funloc(perform), appear=c_funloc(nothing), &
            disappear=c_funloc(nothing), destroy=c_funloc(nothing))
        the_feature = sy_feature(make_main_screen=c_funloc(make_main_screen), resolve=c_funloc(resolve), &
            deactivate=c_funloc(nothing))
        the_library = sy_library(manifest=c_funloc(manifest), activate=c_funloc(activate))
        switchyard_feature_entry = c_loc(the_library)
    end function
end module
