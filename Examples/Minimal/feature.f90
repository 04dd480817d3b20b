! A minimal feature in Fortran, written from FeatureABI.h. A pointer to one struct is an argument by reference, a struct
! by value has the attribute value, and an unsigned number is a signed one with the same bits.
module feature
    use, intrinsic :: iso_c_binding
    implicit none
    private

    integer, parameter :: i32 = c_int32_t, i64 = c_int64_t, sz = c_size_t
    integer(i32), parameter :: sy_ok = 0, sy_not_mine = 1, sy_failed = 2
    integer(i32), parameter :: sy_error_invalid_argument = 2, sy_error_not_found = 4, sy_node_text = 1, sy_node_link = 5

    type, bind(c) :: sy_string
        type(c_ptr) :: data = c_null_ptr; integer(sz) :: count = 0
    end type
    type, bind(c) :: sy_value
        integer(i32) :: kind = 0, reserved = 0; integer(i64) :: integer = 0; real(c_double) :: number = 0
        type(sy_string) :: text
        type(c_ptr) :: items = c_null_ptr; integer(sz) :: item_count = 0; type(c_ptr) :: names = c_null_ptr
    end type
    type, bind(c) :: sy_destination
        integer(i32) :: size = 0, reserved = 0; type(sy_string) :: feature, route
        type(c_ptr) :: arguments = c_null_ptr; integer(sz) :: argument_count = 0
    end type
    type, bind(c) :: sy_error
        integer(i32) :: size, reserved; type(c_ptr) :: instance; type(c_funptr) :: fail
    end type
    type, bind(c) :: sy_text_sink
        integer(i32) :: size, reserved; type(c_ptr) :: instance; type(c_funptr) :: text
    end type
    type, bind(c) :: sy_node
        integer(i32) :: size = 0, kind = 0, flags = 0, role = 0; integer(i64) :: action = 0
        type(sy_string) :: text, detail, key, symbol, badge, accessibility_label, url
        type(sy_value) :: value; type(c_ptr) :: destination = c_null_ptr; type(sy_string) :: shortcut
        integer(i64) :: element_count = 0, element_offset = 0
    end type
    type, bind(c) :: sy_screen_info
        integer(i32) :: size = 0, flags = 0; type(sy_string) :: title, lock_reason
        type(c_ptr) :: checkpoints = c_null_ptr; integer(sz) :: checkpoint_count = 0
        type(c_ptr) :: receivers = c_null_ptr; integer(sz) :: receiver_count = 0
    end type
    type, bind(c) :: sy_view_sink
        integer(i32) :: size, reserved; type(c_ptr) :: instance; type(c_funptr) :: begin_node, end_node, info
    end type
    type, bind(c) :: sy_screen
        integer(i32) :: size = 0, reserved = 0; type(c_ptr) :: instance = c_null_ptr
        type(c_funptr) :: render, perform, appear, disappear
        type(c_funptr) :: returned = c_null_funptr, receive = c_null_funptr
        type(c_funptr) :: save = c_null_funptr, restore = c_null_funptr, destroy
    end type
    type, bind(c) :: sy_feature
        integer(i32) :: size = 0, reserved = 0; type(c_ptr) :: instance = c_null_ptr
        type(c_funptr) :: make_main_screen, resolve
        type(c_funptr) :: resolve_url = c_null_funptr, receive = c_null_funptr, deactivate
    end type
    type, bind(c) :: sy_library
        integer(i32) :: magic = int(z'53594142', i32), size = 0, abi_major = 1, abi_minor = 0
        type(c_ptr) :: instance = c_null_ptr
        type(c_funptr) :: manifest, activate, extension = c_null_funptr
    end type

    abstract interface ! the functions of the host that are called here
        subroutine fail(error, code, reason) bind(c)
            import
            type(sy_error), intent(in) :: error; integer(i32), value :: code; type(sy_string), value :: reason
        end subroutine
        integer(i32) function pass_text(sink, piece) bind(c)
            import
            type(sy_text_sink), intent(in) :: sink; type(sy_string), value :: piece
        end function
        integer(i32) function pass_node(sink, node) bind(c)
            import
            type(sy_view_sink), intent(in) :: sink; type(sy_node), intent(in) :: node
        end function
        integer(i32) function finish_node(sink) bind(c)
            import
            type(sy_view_sink), intent(in) :: sink
        end function
        integer(i32) function pass_info(sink, info) bind(c)
            import
            type(sy_view_sink), intent(in) :: sink; type(sy_screen_info), intent(in) :: info
        end function
    end interface

    character(*), parameter :: manifest_text = &
        '{"manifest": 1, "id": "fortran", "name": "Fortran", "version": "1.0.0", "abi": "1.0",' &
        // ' "toolchain": "GNU Fortran", "main": "main", "incoming": [{"name": "main", "arguments": []}],' &
        // ' "outgoing": [{"name": "next", "arguments": []}],' &
        // ' "links": [{"scheme": "challenge", "host": "fortran", "pattern": "/", "route": "main"}]}'
    type(sy_library), target :: the_library
    type(sy_feature), target :: the_feature
    type(sy_screen), target :: the_screen ! one for all: it has no state of its own

contains

    ! The string points to `words` itself, which the caller has as a target for as long as the string is used.
    type(sy_string) function string_of(words)
        character(*), intent(in), target :: words
        string_of = sy_string(c_loc(words), len(words, sz))
    end function

    ! Whether a string is `words`. Fortran's own == takes 'main' and 'main ' for equal.
    logical function is(string, words)
        type(sy_string), intent(in) :: string
        character(*), intent(in) :: words
        character(kind=c_char), pointer :: bytes(:)
        integer :: i
        is = string%count == len(words, sz)
        if (.not. is) return
        call c_f_pointer(string%data, bytes, [string%count])
        do i = 1, len(words)
            is = is .and. bytes(i) == words(i:i)
        end do
    end function

    integer(i32) function failed(error, code, reason)
        type(sy_error), intent(in) :: error
        integer(i32), intent(in) :: code
        character(*), intent(in), target :: reason
        procedure(fail), pointer :: leave
        call c_f_procpointer(error%fail, leave)
        call leave(error, code, string_of(reason))
        failed = sy_failed
    end function

    ! A node without children. Where the host takes no more, nothing is to be ended.
    subroutine put(sink, kind, words, destination)
        type(sy_view_sink), intent(in) :: sink
        integer(i32), intent(in) :: kind
        character(*), intent(in), target :: words
        type(sy_destination), intent(in), target, optional :: destination
        type(sy_node) :: node
        procedure(pass_node), pointer :: begin_node
        procedure(finish_node), pointer :: end_node
        integer(i32) :: status
        node%size = int(c_sizeof(node), i32)
        node%kind = kind
        node%text = string_of(words)
        if (present(destination)) node%destination = c_loc(destination)
        call c_f_procpointer(sink%begin_node, begin_node)
        call c_f_procpointer(sink%end_node, end_node)
        if (begin_node(sink, node) == sy_ok) status = end_node(sink)
    end subroutine

    integer(i32) function render(screen, how, sink, error) bind(c, name='')
        type(c_ptr), value :: screen, how
        type(sy_view_sink), intent(in) :: sink
        type(sy_error), intent(in) :: error
        character(7), target :: title = 'Fortran'
        character(4), target :: route = 'next'
        type(sy_screen_info) :: info
        type(sy_destination) :: next
        procedure(pass_info), pointer :: tell
        info%size = int(c_sizeof(info), i32)
        info%title = string_of(title)
        call c_f_procpointer(sink%info, tell)
        render = tell(sink, info)
        next%size = int(c_sizeof(next), i32)
        next%route = string_of(route)
        call put(sink, sy_node_text, 'A screen in Fortran')
        call put(sink, sy_node_link, 'Go on', next)
        render = sy_ok
    end function

    integer(i32) function perform(screen, event, error) bind(c, name='')
        type(c_ptr), value :: screen, event
        type(sy_error), intent(in) :: error
        perform = failed(error, sy_error_not_found, 'nothing on the screen can be used')
    end function

    ! appear, disappear and destroy of a screen, and deactivate.
    subroutine nothing(table) bind(c, name='')
        type(c_ptr), value :: table
    end subroutine

    integer(i32) function make_main_screen(feature, id, screen, error) bind(c, name='')
        type(c_ptr), value :: feature
        integer(i64), value :: id
        type(c_ptr), intent(inout) :: screen
        type(sy_error), intent(in) :: error
        screen = c_loc(the_screen)
        make_main_screen = sy_ok
    end function

    integer(i32) function resolve(feature, destination, id, screen, error) bind(c, name='')
        type(c_ptr), value :: feature
        type(sy_destination), intent(in) :: destination
        integer(i64), value :: id
        type(c_ptr), intent(inout) :: screen
        type(sy_error), intent(in) :: error
        resolve = sy_not_mine
        if (.not. is(destination%route, 'main')) return
        if (destination%argument_count > 0) then
            resolve = failed(error, sy_error_invalid_argument, 'fortran/main takes no arguments')
        else
            screen = c_loc(the_screen)
            resolve = sy_ok
        end if
    end function

    integer(i32) function manifest(library, sink, error) bind(c, name='')
        type(c_ptr), value :: library
        type(sy_text_sink), intent(in) :: sink
        type(sy_error), intent(in) :: error
        procedure(pass_text), pointer :: write
        character(len(manifest_text)), target :: json = manifest_text
        call c_f_procpointer(sink%text, write)
        manifest = write(sink, string_of(json))
        manifest = sy_ok
    end function

    integer(i32) function activate(library, host, context, feature, error) bind(c, name='')
        type(c_ptr), value :: library, host, context
        type(c_ptr), intent(inout) :: feature
        type(sy_error), intent(in) :: error
        the_screen = sy_screen(size=int(c_sizeof(the_screen), i32), render=c_funloc(render), &
            perform=c_funloc(perform), appear=c_funloc(nothing), disappear=c_funloc(nothing), destroy=c_funloc(nothing))
        the_feature = sy_feature(size=int(c_sizeof(the_feature), i32), make_main_screen=c_funloc(make_main_screen), &
            resolve=c_funloc(resolve), deactivate=c_funloc(nothing))
        feature = c_loc(the_feature)
        activate = sy_ok
    end function

    ! c_funloc is no constant: the table is filled here, and has the same bytes after each call.
    type(c_ptr) function switchyard_feature_entry() bind(c)
        the_library = sy_library(size=int(c_sizeof(the_library), i32), manifest=c_funloc(manifest), &
            activate=c_funloc(activate))
        switchyard_feature_entry = c_loc(the_library)
    end function
end module
