/*
 * FeatureABI 1.1: the contract between a Switchyard host and a feature library.
 *
 * A feature library is a shared library that exports one C function, `switchyard_feature_entry`. The host
 * loads the library, calls that function, and reads the constant `sy_library` it returns. Everything else is reached
 * from there. FeatureHelpers.h, beside this header, makes a feature in C half as long; it is no part of the contract.
 *
 *     host                                   library
 *     ----                                   -------
 *     dlopen, dlsym, the entry          ->   returns its sy_library
 *     library->manifest                 ->   writes its manifest, one JSON text
 *     library->activate(host)           ->   returns its sy_feature
 *     feature->resolve(destination)     ->   returns a sy_screen
 *     screen->render(how, sink)         ->   describes its views to the sink
 *     screen->perform(event)            ->   calls host->navigate, host->invalidate, ...
 *     screen->destroy, feature->deactivate
 *
 * RULES
 *
 * Names.       Symbols that begin with `switchyard_` are this contract's. A library exports the one entry and no other
 *              of them. Several features in one file may come with a later minor, each by an entry of its own,
 *              `switchyard_feature_entry_NAME`; the struct that an entry returns stays sy_library. Features that are
 *              linked into one program have static entries, and that program hands the sy_library of each to its host.
 * Values.      Only C values cross: integers, doubles, strings (a pointer to UTF-8 and a count of bytes, not
 *              NUL-terminated), arrays of these, and tables of functions. No exception, error object, closure or
 *              thread-local of one side ever reaches the other.
 * Tables.      A function in a table takes a pointer to that table first; the table's `instance` is its owner's and
 *              the other side never looks at it; it may be null. Other pointers are never null unless a comment says
 *              so. An array's pointer is null only when its count is 0.
 * Sizes.       Every struct but sy_string and sy_value begins with `size`, the number of bytes that its writer knew of:
 *              sizeof(the struct) when it was compiled; sy_library has its magic before it. Only those two stand inside
 *              other structs by value, and they never grow: 16 and 64 bytes. A reader never reads past `size`; one that
 *              is smaller than in version 1.0 is malformed. In an array of structs all elements have the same size and
 *              are aligned, so element i stands at i * array[0].size bytes, which need not be i * sizeof: the writer
 *              may be older or newer than the reader. Elements of arrays of sy_string and sy_value stand 16 and 64
 *              bytes apart. `reserved` is written as 0 and has no meaning.
 * Versions.    The first four members of sy_library (magic, size, abi_major, abi_minor) stand there in every major. A
 *              struct without the magic is none of this contract, and nothing else of it is read or called. Another
 *              major is refused. A host takes any minor of its major, smaller or larger: minors only append, members to
 *              structs (never in what was padding) and values to enumerations. An appended member is looked at only
 *              where it lies inside `size`. A library that needs more than the host's minor fails its activate with
 *              SY_ERROR_UNSUPPORTED.
 * Newer values. A value of an enumeration that the reader does not know is passed over where that is good enough: a
 *              node kind (shown by its text and children), the value of a node (null), flags, a role (primary), a
 *              receiver, a log level (error), an error code (SY_ERROR_OTHER). Anywhere else it fails that call with
 *              SY_ERROR_INVALID_ARGUMENT: another kind of value, of message, of resuming, or another method. A status
 *              that is none of the three is a defect, and counts as SY_FAILED without a reason.
 * Ownership.   What is passed in is borrowed: it is valid until the call returns, and the callee copies what it wants
 *              to keep. What comes out is passed to a sink, a table that the caller provides, and is borrowed by the
 *              sink in the same way. A sink is used during that call only, on its thread. Its functions answer SY_OK,
 *              or SY_FAILED where the caller refuses what it is given or takes no more: the callee then returns SY_OK
 *              soon, and the caller, which knows why, says so. Nobody frees the other side's memory. The exceptions,
 *              tables that live longer (sy_library, sy_feature, sy_screen, sy_host), say how long.
 * Failure.     A function that can fail returns a sy_status. When that is SY_FAILED the callee has called
 *              error->fail at least once, with a code and a reason for a person; the last one counts. A failure without
 *              a reason is a defect. Where the callee returns SY_OK or SY_NOT_MINE in the end, no reason counts. What
 *              reached a sink before a failure or SY_NOT_MINE is discarded. A host always passes an `error`. A library
 *              may pass null to the host: it does not want the reason. It may pass on the `error` that it was given to
 *              a call that it makes itself, and return that call's SY_FAILED, or leave a better reason.
 * Threads.     [main-thread]: called on the main thread only, the first one of the process that runs the feature, which
 *              also runs the main dispatch queue. [any-thread]: may be called on every thread, also on several at once.
 *              A [main-thread] function of the host that is called on another thread changes nothing and fails with
 *              SY_ERROR_INVALID_STATE; a library need not check, the host never does that. A call into a library
 *              returns within a second: hosts set deadlines, never shorter ones by themselves, and may end a process
 *              that passes one. Longer work runs elsewhere and tells by host->invalidate that it is done.
 * State.       [loaded]: from the return of the entry on. [active]: from the beginning of activate, when it
 *              succeeds, until deactivate returns. [live]: from the return of the call that made the screen until its
 *              destroy returns.
 * Re-entry.    The host makes no call into a library while another call into it runs, nor inside a function of sy_host
 *              or of a sink that the library calls, on whichever thread. A posted function counts as a call into the
 *              library. What a feature asks of the navigator (host->navigate and its relatives) is checked at once,
 *              queued, and applied in order after the call has returned; asked for outside any call, it is applied on
 *              the main thread's next turn.
 * Strings.     UTF-8, and valid in both directions. A host replaces what is not valid of a library's by U+FFFD, and
 *              control characters by visible forms before a person sees them. U+0000 may occur in both directions. An
 *              empty string has count 0; its pointer may then be null, which memcpy must not be given.
 * No value.    A `const sy_value *` that is null is no value, and so is a value of the kind SY_VALUE_NULL. Where a host
 *              has no value it passes null, and no pointer to a null value. It takes either.
 * Process.     Standard input and output, signal handlers, working directory, umask, locale and environment are the
 *              host's. A library does not exit, abort or fork, and its constructors do nothing that shows. The runtime
 *              of a language is started in the first activate, and may stay until the process ends if none of its
 *              threads runs the feature's code then and it holds no descriptor. One that starts threads or sets signal
 *              handlers when it is loaded, as Go's does, is for a process of the feature's own. One that sets signal
 *              handlers, or a stack for them, when it is started in activate (OCaml's, Ada's) is put right there:
 *              before the start the library keeps what sigaction says of every signal, sigaltstack of the main thread
 *              and setlocale(LC_ALL, NULL), and after it sets them again. Where the runtime has an option to leave them
 *              alone, the library uses that. The operator may let several features share one process; by default
 *              each feature has a process of its own.
 * Extensions.  What is not core is asked for by a string id such as "switchyard.clipboard/1", in both directions. An
 *              unknown id is answered by null. An extension never changes; a break is a new id. These rules hold for
 *              its functions too.
 * Loading.     The host calls dlopen with RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE: what is missing shows at once, and no
 *              library sees another's symbols. An embedded runtime whose own modules look for its symbols makes those
 *              global itself, in activate: dlopen("libpython3.11.so.1.0", RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL). A
 *              runtime that is a shared library (libpython, libHSrts) is one for all features of a process, and for two
 *              versions of a feature after a reload: a library starts it only where no other one has, and does not end
 *              it.
 * Unloading.   The host does not unload a library from a running process. A process may end without deactivate.
 * Limits.      Every host takes, in one call: strings up to 1 MiB, arrays up to 10,000 elements, values that hold up to
 *              10,000 others in all and are nested 16 deep, manifests up to 1 MiB, 10,000 nodes of a screen, nested 64
 *              deep, and 1,000 posted functions that wait. Beyond it a host may fail with SY_ERROR_LIMIT.
 *
 * Language.    The header is C99 or later, and C++98 or later; of a C library it takes stddef.h and stdint.h alone.
 *              Structs are laid out and aligned as the platform's C compiler does it, nothing is packed, and a pointer
 *              to a struct or an array is aligned for it: 8 bytes are enough. Major 1 is for 64-bit platforms only:
 *              there no struct has padding. Functions that a library implements take and return no struct by value,
 *              since not every language can write those; `fail` of a sy_error of its own is the exception. The
 *              functions that it calls take a sy_string by value: a language without such calls makes them by a line of
 *              C each. There is no inline function, no bit field and no union, and no member has the name of a keyword
 *              of C++, D, C#, Java, Go, Rust, Zig or OCaml. For a generator without a preprocessor, cc -E -P
 *              -DSY_WITHOUT_INCLUDES gives the declarations alone.
 *
 * Rationale: the model is that of the CLAP audio plug-in headers (https://github.com/free-audio/clap), with a reason
 * added to every failure.
 */
#ifndef SWITCHYARD_FEATURE_ABI_H
#define SWITCHYARD_FEATURE_ABI_H

#ifndef SY_WITHOUT_INCLUDES
#include <stddef.h>
#include <stdint.h>
#if defined(UINTPTR_MAX) && UINTPTR_MAX < 0xFFFFFFFFFFFFFFFFu
#error "FeatureABI 1 is for 64-bit platforms: pointers and size_t have 8 bytes"
#endif
#endif

/* Marks the entry as visible, also under -fvisibility=hidden:
 *
 *     SY_EXPORT const sy_library *switchyard_feature_entry(void) { return &library; }
 */
#if defined(_MSC_VER)
#define SY_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define SY_EXPORT __attribute__((visibility("default")))
#else
#define SY_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ version */

/* Another major is another contract: the host refuses the library. */
#define SY_ABI_MAJOR 1u
/* A larger minor only appends: members to structs, values to enumerations. */
#define SY_ABI_MINOR 1u

/* The one symbol that a host looks up. */
#define SY_ENTRY_SYMBOL "switchyard_feature_entry"

/* What sy_library begins with, a number in the platform's order of bytes: "SYAB" read from the left. */
#define SY_MAGIC 0x53594142u

/* ------------------------------------------------------------------ values */

/* UTF-8 text of `count` bytes, not NUL-terminated. */
typedef struct sy_string {
    const char *data; /* null only when count is 0 */
    size_t count;
} sy_string;

typedef uint32_t sy_value_kind;
enum {
    SY_VALUE_NULL = 0,
    SY_VALUE_BOOL = 1,
    SY_VALUE_INT = 2,
    SY_VALUE_DOUBLE = 3,
    SY_VALUE_STRING = 4,
    SY_VALUE_LIST = 5,
    SY_VALUE_RECORD = 6,
    SY_VALUE_BYTES = 7
};

/* One value; all zeros is SY_VALUE_NULL. `kind` says which members count, the others are 0. Lists and records hold any
 * values, nested up to 16 deep. The names of a record's fields are unique, their order does not matter, and a field
 * that is null is the same as one that is missing. What is declared with a type in the manifest is of that type, such
 * as {id: int, name: string?, tags: [string]}: the host leaves out the fields that the receiving side does not declare.
 * Arguments of destinations stand in links: they are bool, int, double, string, or lists of one of these. A later minor
 * may add kinds, which use these members. */
typedef struct sy_value {
    sy_value_kind kind;
    uint32_t reserved;            /* 0 */
    int64_t integer;              /* SY_VALUE_INT, and SY_VALUE_BOOL as 0 or 1 */
    double number;                /* SY_VALUE_DOUBLE, finite */
    sy_string text;               /* SY_VALUE_STRING; SY_VALUE_BYTES: any bytes, which need not be UTF-8 */
    const struct sy_value *items; /* SY_VALUE_LIST, SY_VALUE_RECORD: item_count values, one after the other */
    size_t item_count;
    const sy_string *names; /* SY_VALUE_RECORD: item_count names, each of the item with the same index */
} sy_value;

/* A named argument of a destination. */
typedef struct sy_argument {
    uint32_t size;
    uint32_t reserved; /* 0 */
    sy_string name;
    sy_value value;
} sy_argument;

/* A place to go: a route of a feature with its arguments. The names of arguments are unique; their order does not
 * matter. In text: character/detail?identifier=42 */
typedef struct sy_destination {
    uint32_t size;
    uint32_t reserved; /* 0 */
    sy_string feature; /* the feature's id; empty means the feature that passes this value */
    sy_string route;   /* empty means the feature's main screen */
    const sy_argument *arguments;
    size_t argument_count;
} sy_destination;

typedef uint32_t sy_message_kind;
enum {
    SY_MESSAGE_VALUE = 0,       /* `name` and `value` */
    SY_MESSAGE_DESTINATION = 1, /* `destination` */
    SY_MESSAGE_TAB = 2          /* `value`, a string: the name of a tab */
};

/* One value that is sent: host->send hands it to one receiver. */
typedef struct sy_message {
    uint32_t size;
    sy_message_kind kind;
    /* SY_MESSAGE_VALUE: the name of its type, which the sender's manifest lists under "receives" (its own) or "sends"
     * (another feature's, to which the wiring leads). Who receives it sees its own name. */
    sy_string name;
    sy_value value;
    const sy_destination *destination; /* SY_MESSAGE_DESTINATION; else null. Receivers get their own feature's. */
} sy_message;

/* ------------------------------------------------------------------ failure */

typedef uint32_t sy_status;
enum {
    SY_OK = 0,
    SY_NOT_MINE = 1, /* "not for me": no failure, no reason; only where a function's comment allows it */
    SY_FAILED = 2    /* error->fail has been called */
};

typedef uint32_t sy_error_code;
enum {
    SY_ERROR_OTHER = 0,            /* no other code names the failure: an exception, no memory */
    SY_ERROR_UNKNOWN_ROUTE = 1,    /* the manifest declares no such route */
    SY_ERROR_INVALID_ARGUMENT = 2, /* a missing, unknown or ill-typed argument, or a malformed struct */
    SY_ERROR_NOT_ALLOWED = 3,      /* another feature's destination; only the host's wiring leads there */
    SY_ERROR_NOT_FOUND = 4,        /* no such checkpoint, tab, entry, item */
    SY_ERROR_WRONG_TYPE = 5,       /* a value of another type than declared */
    SY_ERROR_LOCKED = 6,           /* a screen holds a navigation lock */
    SY_ERROR_NOTHING_TO_DO = 7,    /* nothing to pop, to dismiss, to go back to */
    SY_ERROR_NO_RECEIVER = 8,      /* nothing receives the value sent */
    SY_ERROR_UNCONNECTED = 9,      /* the wiring leads nowhere from that outgoing destination */
    SY_ERROR_INVALID_STATE = 10,   /* a call that is not allowed now, or for a screen that is gone */
    SY_ERROR_LIMIT = 11,           /* a limit of the host was passed */
    SY_ERROR_UNAVAILABLE = 12,     /* what is needed cannot be reached now, and may be later: a server, a device */
    SY_ERROR_UNSUPPORTED = 13      /* this host does not offer that */
};

/* Where a callee leaves the reason of a failure. The caller provides it for one call. */
typedef struct sy_error {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;
    /* Takes the reason: one sentence for a person that names the thing, says what was expected and what was found.
     * Called before the callee returns SY_FAILED, on the thread of the call; a second reason replaces the first. */
    void (*fail)(const struct sy_error *error, sy_error_code code, sy_string reason);
} sy_error;

/* ------------------------------------------------------------------ sinks */

/* Takes one text in as many pieces as the callee likes. A piece may end in the middle of a character. */
typedef struct sy_text_sink {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;
    sy_status (*text)(const struct sy_text_sink *sink, sy_string piece);
} sy_text_sink;

/* Takes one destination; a second one replaces the first. */
typedef struct sy_destination_sink {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;
    sy_status (*destination)(const struct sy_destination_sink *sink, const sy_destination *destination);
} sy_destination_sink;

typedef uint32_t sy_resume_kind;
enum {
    SY_RESUME_AUTO = 0,        /* go on with the next value once what this one caused has been shown */
    SY_RESUME_IMMEDIATELY = 1, /* go on at once */
    SY_RESUME_AFTER = 2,       /* go on after `seconds` */
    SY_RESUME_INSERTING = 3,   /* go on with `messages`, then with the remaining ones */
    SY_RESUME_APPENDING = 4,   /* go on with the remaining ones, then with `messages` */
    SY_RESUME_REPLACING = 5,   /* go on with `messages` instead of the remaining ones */
    SY_RESUME_PAUSE = 6,       /* keep the remaining ones until host->resume_sending; sending anew drops them */
    SY_RESUME_CANCEL = 7       /* drop the remaining ones */
};

/* How a receiver wants sending to go on. */
typedef struct sy_resume {
    uint32_t size;
    sy_resume_kind kind;
    double seconds; /* SY_RESUME_AFTER: 0 or more */
    const sy_message *messages;
    size_t message_count;
} sy_resume;

/* Takes a receiver's answer; a second one replaces the first. A receiver that calls nothing has answered
 * SY_RESUME_AUTO. */
typedef struct sy_resume_sink {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;
    sy_status (*answer)(const struct sy_resume_sink *sink, const sy_resume *resume);
} sy_resume_sink;

/* What a screen keeps of what a person did in it: see sy_screen.save. */
typedef struct sy_state {
    uint32_t size;
    uint32_t state_version; /* the form of the bytes, a number of the feature's own */
    sy_string bytes;        /* any bytes, at most 1 MiB */
} sy_state;

/* Takes a screen's state; a second one replaces the first. */
typedef struct sy_state_sink {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;
    sy_status (*state)(const struct sy_state_sink *sink, const sy_state *state);
} sy_state_sink;

/* ------------------------------------------------------------------ views */

/* What a node is. The table says for each kind which members of sy_node count, beside key, flags, role, symbol, badge,
 * accessibility_label and shortcut, which each may have; a member that is not named has no meaning.
 *
 *   kind           text        detail        value            the action takes   children
 *   GROUP          -           -             -                -                  views, one below the other
 *   TEXT           the text    -             -                -                  -
 *   LABEL          the text    quieter text  -                -                  -
 *   LIST           -           -             -                -                  rows: any views
 *   SECTION        header      footer        -                -                  views
 *   LINK           the label   -             -                (a destination)    or the views of its label
 *   BUTTON         the label   -             -                nothing            or the views of its label
 *   TEXT_FIELD     asked for   shown empty   string           the whole string   -
 *   TOGGLE         the label   -             bool             bool               -
 *   PICKER         the label   -             of an OPTION,    of an OPTION       OPTIONs
 *                                            or null
 *   OPTION         the label   -             any              -                  -
 *   PROGRESS       the label   -             0.0 to 1.0, or   -                  -
 *                                            null: unknown
 *   DIVIDER        -           -             -                -                  -
 *   TABLE          -           -             -                -                  ROWs
 *   ROW            -           -             -                nothing (or a      one view a column
 *                                                             destination)
 *   URL_LINK       the label   -             -                - (url)            -
 *   EMBEDDED       -           -             -                - (a destination)  -
 *   ALERT          title       message       -                nothing            BUTTONs
 *   CONFIRMATION   title       message       -                nothing            BUTTONs
 *   HSTACK         -           -             -                -                  views, one beside the other
 *   SPACER         -           -             -                -                  -
 *   GRID           -           -             -                -                  HSTACKs are rows; other views
 *   STEPPER        the label   the value     -                -                  two BUTTONs: less, more
 *   SLIDER         the label   the value     a record         double             two BUTTONs: less, more
 *   DISCLOSURE     -           -             -                -                  a TOGGLE, then what it opens
 *   MENU           the label   -             -                -                  what there is to choose; without a
 *                                                                               label the actions of the row it is in
 *   SHEET, COVER   title       see below     -                nothing            views
 *   PUSH           title       see below     -                nothing            views
 *   CHART          title       -             a record         -                  a TABLE that says the same
 *
 * "nothing" is an event whose value is null. An action of a kind that takes none is passed over. An OPTION stands in a
 * PICKER and a ROW in a TABLE; elsewhere one is a mistake of the library, which costs no more than its looks: a ROW can
 * still be used there, an OPTION cannot. A kind that the host does not know is shown by its text and its children, one
 * below the other: a later minor chooses those of a new kind so that everything can be read and used there. */
typedef uint32_t sy_node_kind;
enum {
    SY_NODE_GROUP = 0,
    SY_NODE_TEXT = 1,
    SY_NODE_LABEL = 2,
    SY_NODE_LIST = 3,
    SY_NODE_SECTION = 4,
    SY_NODE_LINK = 5,
    SY_NODE_BUTTON = 6,
    SY_NODE_TEXT_FIELD = 7,
    SY_NODE_TOGGLE = 8,
    SY_NODE_PICKER = 9,
    SY_NODE_OPTION = 10,
    SY_NODE_PROGRESS = 11,
    SY_NODE_DIVIDER = 12,
    SY_NODE_TABLE = 13,        /* the first row has SY_NODE_FLAG_HEADER where there are column titles */
    SY_NODE_ROW = 14,
    SY_NODE_URL_LINK = 15,     /* leads out of the app, or to a link that the host opens */
    SY_NODE_EMBEDDED = 16,     /* an incoming or outgoing destination: its screen is shown in this place. The host makes
                                * that screen after this render, and keeps it while renders have this node with an equal
                                * destination. It appears and disappears with the screen that it is in. */
    SY_NODE_ALERT = 17,        /* The action: it was closed without a button. Shown over the screen while renders have
                                * it: what a button does takes it away. */
    SY_NODE_CONFIRMATION = 18, /* as SY_NODE_ALERT, for a choice between actions */
    SY_NODE_HSTACK = 19,       /* one beside the other where there is room */
    SY_NODE_SPACER = 20,       /* in an HSTACK: the room that is left, so that what follows stands at the end */
    SY_NODE_GRID = 21,         /* the children of its HSTACKs stand in columns; any other child takes the whole width */
    SY_NODE_STEPPER = 22,
    SY_NODE_SLIDER = 23,       /* value: {value, minimum, maximum, step: double}, where step 0 is any */
    SY_NODE_DISCLOSURE = 24,   /* what it opens is there only while it is open */
    SY_NODE_MENU = 25,
    SY_NODE_SHEET = 26,        /* detail: why the user is to leave it by its own controls alone, which only overriding a
                                * lock overrides. The action: it was closed. Shown over the screen, as a screen of its
                                * own, while renders have it. */
    SY_NODE_COVER = 27,        /* as SY_NODE_SHEET, and nothing of the screen below is seen */
    SY_NODE_PUSH = 28,         /* as SY_NODE_SHEET, and shown in this place: the next step of the screen, or of the
                                * sheet that it is in, which has its title meanwhile. What else the screen has, such as
                                * the picker of its tabs, stays. The last of several is the step that is seen; the
                                * children of the others are left out. */
    SY_NODE_CHART = 29         /* value: {mark, labelName, valueName: string, labels: list of string, values: list of
                                * double, as many}, and optionally positions: list of double, where each value stands
                                * along the axis of labels. mark: "bar", "horizontalBar", "line" or "point". A host that
                                * cannot use the value shows the table. */
};

typedef uint32_t sy_node_flags;
enum {
    SY_NODE_FLAG_DISABLED = 1u << 0,    /* shown, cannot be used: its action does not arrive; the children's neither */
    SY_NODE_FLAG_DESTRUCTIVE = 1u << 1, /* a button that loses something */
    SY_NODE_FLAG_CANCEL = 1u << 2,      /* the button that leaves things as they are */
    SY_NODE_FLAG_HEADER = 1u << 3,      /* a table's row of column titles */
    SY_NODE_FLAG_SECURE = 1u << 4,      /* a text field whose text is not shown */
    SY_NODE_FLAG_MULTILINE = 1u << 5, /* the text may have several lines */
    SY_NODE_FLAG_DATE = 1u << 6,      /* the text is a day, 2026-11-24; with SY_NODE_FLAG_TIME 2026-11-24T09:30 */
    SY_NODE_FLAG_TIME = 1u << 7,      /* the text is a time of day, 09:30 */
    SY_NODE_FLAG_SUBMITS = 1u << 8,   /* the action takes null too: the user has ended the input by Enter */
    SY_NODE_FLAG_FOCUS = 1u << 9,     /* the action takes a bool too: the user begins, or ends, to write into it */
    SY_NODE_FLAG_FOCUSED = 1u << 10,  /* the user writes into it, or should, unless they write elsewhere */
    SY_NODE_FLAG_AT_END = 1u << 11    /* a list that is seen from its end on, which stays in sight when elements come
                                       * there, unless the person has gone elsewhere */
};

/* What a text means, never which colour it has: the host knows the terminal or the page. */
typedef uint32_t sy_role;
enum {
    SY_ROLE_PRIMARY = 0,
    SY_ROLE_SECONDARY = 1,
    SY_ROLE_ACCENT = 2,
    SY_ROLE_SUCCESS = 3,
    SY_ROLE_WARNING = 4,
    SY_ROLE_DANGER = 5
};

/* One node of a screen. It begins as { .size = sizeof(sy_node) }: what it does not need stays 0. */
typedef struct sy_node {
    uint32_t size;
    sy_node_kind kind;
    sy_node_flags flags;
    sy_role role;
    /* Not 0: the node can be used, if it is of a kind with an action, and screen->perform takes this number. Numbers
     * are the screen's own; one stays valid until the screen is rendered again. */
    uint64_t action;
    sy_string text;
    sy_string detail;
    sy_string key;    /* identity, unique among its siblings and the same in every render; empty: its position */
    sy_string symbol; /* a symbol's name, such as "house"; the host shows its own picture of it, or none */
    sy_string badge;
    sy_string accessibility_label; /* read out instead of text */
    sy_string url;
    sy_value value;
    /* Null where there is none. Using the node navigates there from this screen, with the permissions of
     * host->navigate; the library is not asked, and `action` is 0. Links and rows push, unless the wiring gives the
     * redirect another method. */
    const sy_destination *destination;
    /* The keys that use the node, in the form of aria-keyshortcuts: "Meta+Shift+S"; "Enter" is the screen's default
     * action, "Escape" the one that leaves it. Empty: none. The host decides which keys these are for its user. */
    sy_string shortcut;
    /* For a node whose children are the elements of a list, and whose part alone was wanted (sy_render.parts): how many
     * elements there are in all, and the index of the first one that is a child. All its children are elements then, one
     * each, but a table's row with SY_NODE_FLAG_HEADER. Its key is unique in the screen, and the keys of the elements
     * stay with them when others come and go. 0 and 0: the children are all there are. A host that wanted the list whole
     * looks at neither. */
    uint64_t element_count;
    uint64_t element_offset;
    /* Since 1.1. Not 0: a host that shows the screen brings the node into sight, once for each number that is another
     * than the screen's last; of several in a render the largest counts. In the first render with a number, a list that
     * is given in parts gives the part with the node, whatever part was wanted. */
    uint64_t reveal;
} sy_node;

typedef uint32_t sy_receiver_kind;
enum {
    SY_RECEIVER_CODE = 0,       /* screen->receive is asked */
    SY_RECEIVER_SELECT_TAB = 1, /* says that a SY_MESSAGE_TAB selects that tab, as the host does for each of its tabs */
    SY_RECEIVER_NAVIGATE = 2    /* a SY_MESSAGE_DESTINATION of this feature is navigated to; no code is asked */
};

/* What a live screen receives. */
typedef struct sy_receiver {
    uint32_t size;
    sy_receiver_kind kind;
    sy_message_kind message_kind; /* SY_RECEIVER_CODE: the kind of message */
    uint32_t reserved;            /* 0 */
    sy_string name;               /* SY_MESSAGE_VALUE: the type's name in this feature's manifest */
} sy_receiver;

/* A point that navigation can return to, while the screen that shows it is on a stack. */
typedef struct sy_checkpoint {
    uint32_t size;
    uint32_t reserved;    /* 0 */
    sy_string name;       /* of this feature's checkpoints in the manifest; unique in a render */
    sy_string value_type; /* as in the manifest, such as "int"; empty: it takes no value */
} sy_checkpoint;

typedef uint32_t sy_screen_flags;
enum {
    /* More will be there soon, and host->invalidate will tell; a SY_NODE_PROGRESS with a null value says the same. */
    SY_SCREEN_FLAG_LOADING = 1u << 0
};

/* What holds for a screen as a whole. */
typedef struct sy_screen_info {
    uint32_t size;
    sy_screen_flags flags;
    sy_string title;
    /* Not empty: the screen holds a navigation lock, and this says why ("unsaved changes"). Whatever would remove the
     * screen answers SY_ERROR_LOCKED and changes nothing, unless the user overrides the lock, or the screen itself
     * asks: its own lock does not hold it. */
    sy_string lock_reason;
    const sy_checkpoint *checkpoints;
    size_t checkpoint_count;
    const sy_receiver *receivers;
    size_t receiver_count;
} sy_screen_info;

/* Takes a screen's views, depth first: begin_node(node), its children, end_node(), its next sibling. */
typedef struct sy_view_sink {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;
    /* Begins a node. After SY_FAILED (it is malformed, or a limit was passed) nothing needs to be closed. */
    sy_status (*begin_node)(const struct sy_view_sink *sink, const sy_node *node);
    /* Ends the node that was begun last and is not ended. */
    sy_status (*end_node)(const struct sy_view_sink *sink);
    /* What holds for the whole screen. At most once in a render, anywhere between the nodes. */
    sy_status (*info)(const struct sy_view_sink *sink, const sy_screen_info *info);
} sy_view_sink;

/* ------------------------------------------------------------------ library side */

/* The host's number for a screen. Never 0 and never used twice: a screen that is made again in the same place, as after
 * a crash or a reload, gets another. Where a function of sy_host takes a screen, 0 stands for the feature itself: the
 * person's current stack. */
typedef uint64_t sy_screen_id;

typedef uint32_t sy_render_flags;
enum {
    /* The person does not see the screen. The host wants to know what sy_screen_info says, and the nodes that count for
     * where the person is: EMBEDDED, ALERT, CONFIRMATION, SHEET, COVER and PUSH. All others may be left out; the host
     * asks again before it shows the screen. */
    SY_RENDER_FLAG_UNSEEN = 1u << 0
};

/* A part of a list that is wanted: `count` elements from the index `offset` on. A part that goes past the end is moved
 * back until it ends there, or holds all that there are: an offset of UINT64_MAX asks for the last elements. */
typedef struct sy_list_part {
    uint32_t size;
    uint32_t reserved; /* 0 */
    sy_string key;     /* of the list's node; empty: of every list that no other part names */
    uint64_t offset;
    uint64_t count;    /* at least 1 */
} sy_list_part;

/* What a host wants of a render. */
typedef struct sy_render {
    uint32_t size;
    sy_render_flags flags;
    /* Of a list with such a key only this part is wanted: see sy_node.element_count. A library may pass more, up to all
     * of it, and passes over a key that it does not know. A list that no part names is wanted whole. */
    const sy_list_part *parts;
    size_t part_count;
} sy_render;

/* What a person has done with a node. A later minor may append what comes with that: the element of a list, a place, a
 * payload that was dropped there. */
typedef struct sy_event {
    uint32_t size;
    uint32_t reserved; /* 0 */
    uint64_t action;   /* of the node */
    const sy_value *value; /* what its kind's action takes; null where that is nothing */
} sy_event;

/* How navigation has come back to a screen. */
typedef struct sy_return {
    uint32_t size;
    uint32_t reserved; /* 0 */
    sy_string name;    /* of a checkpoint that the screen shows */
    const sy_value *value; /* of the checkpoint's type; null where it takes none */
} sy_return;

/* A screen. Made by sy_feature's functions; it and what it points to stay valid until its destroy returns. Screens that
 * have no state of their own may share one constant table: the host calls destroy for each. */
typedef struct sy_screen {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;

    /* Describes the screen as it is now. Rendering changes nothing that a person could see: twice in a row gives the
     * same. Also called for screens that are not seen, as `how` says then. Of the host only can_return, invalidate,
     * log, post and extension are used in it: navigation fails with SY_ERROR_INVALID_STATE. [main-thread, live] */
    sy_status (*render)(const struct sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                        const sy_error *error);

    /* Does what the node with that action does. The host does not render by itself afterwards: what has changed is seen
     * once the library calls host->invalidate; so it is after returned and receive. A value that its kind does not
     * take, or that no option of a picker has, fails with SY_ERROR_WRONG_TYPE. An action that the last render did not
     * show fails with SY_ERROR_NOT_FOUND, and so does any on a screen without actions. [main-thread, live] */
    sy_status (*perform)(const struct sy_screen *screen, const sy_event *event, const sy_error *error);

    /* The screen is seen now: it is on top of the selected tab, or embedded in the one that is. Always followed by a
     * disappear, before destroy at the latest. [main-thread, live] */
    void (*appear)(const struct sy_screen *screen);

    /* Another screen is seen now, or none. [main-thread, live, after appear] */
    void (*disappear)(const struct sy_screen *screen);

    /* Navigation has returned to a checkpoint that this screen shows. May be null where the feature declares no
     * checkpoints. [main-thread, live] */
    sy_status (*returned)(const struct sy_screen *screen, const sy_return *how, const sy_error *error);

    /* A sent value, of a kind and type that the last render's receivers name. SY_NOT_MINE passes it on to the next
     * receiver. May be null where no screen has receivers. [main-thread, live] */
    sy_status (*receive)(const struct sy_screen *screen, const sy_message *message, const sy_resume_sink *sink,
                         const sy_error *error);

    /* Hands out what a person would miss if the screen were made anew: what they typed, chose and opened. The host asks
     * after it has called perform, returned or receive, and before it ends the feature; it keeps the last answer, also
     * in the session, and hands it to the screen that it makes in the same place after a crash, a reload with another
     * version of the library, or a restart of the host. SY_NOT_MINE, without a call of the sink: nothing to keep, and
     * what was kept is dropped. A failure, and a state that is too large, leave the last answer as it is and are
     * logged. Changes nothing; of the host only log and extension are used in it. May be null. [main-thread, live] */
    sy_status (*save)(const struct sy_screen *screen, const sy_state_sink *sink, const sy_error *error);

    /* Takes the state that a screen of the same destination has saved, perhaps one of another version of this library.
     * Called at most once, before everything else. The bytes are those of a `save`, or of a session file that somebody
     * has changed: SY_ERROR_UNSUPPORTED for a state_version that it does not know, SY_ERROR_INVALID_ARGUMENT for other
     * bytes. Of the host only log and extension are used in it. For SY_NOT_MINE and SY_FAILED the host destroys the
     * screen and makes it anew without a state, and tells the person: that costs no more than the state. May be null
     * where save is. [main-thread, live] */
    sy_status (*restore)(const struct sy_screen *screen, const sy_state *state, const sy_error *error);

    /* The screen is gone: its work is cancelled and its memory freed. Called exactly once, and last. Of the host only
     * log and extension are used in it. [main-thread, live] */
    void (*destroy)(const struct sy_screen *screen);
} sy_screen;

/* An activated feature. Valid until its deactivate returns. */
typedef struct sy_feature {
    uint32_t size;
    uint32_t reserved; /* 0 */
    void *instance;

    /* Makes the main screen, that of the destination which is only the feature's id. Sets *screen, which is null
     * before, to a screen for each call. `id` is the number that the screen passes to the host's functions;
     * what it asks for during this call is applied after the screen stands in its place, and dropped when the call does
     * not return SY_OK. The route that the manifest names as "main" shows the same, and is resolved like any other.
     * SY_NOT_MINE: the feature has no main screen. [main-thread, active] */
    sy_status (*make_main_screen)(const struct sy_feature *feature, sy_screen_id id, const sy_screen **screen,
                                  const sy_error *error);

    /* Makes the screen of an incoming destination, whose route is not empty; as make_main_screen. The host has checked
     * it against the manifest: `feature` is this one's id, the route is declared, the arguments are of exactly the
     * declared types, required ones are there, defaults are filled in, optional ones without a value are left out. A
     * library checks again, since tests call it directly. SY_NOT_MINE: the feature has no such route. For a route that
     * it has: SY_ERROR_INVALID_ARGUMENT where an argument is missing, unknown or of another type, SY_ERROR_NOT_FOUND
     * where there is no such thing. [main-thread, active] */
    sy_status (*resolve)(const struct sy_feature *feature, const sy_destination *destination, sy_screen_id id,
                         const sy_screen **screen, const sy_error *error);

    /* The destination for a link that no pattern of any manifest matches. Asked only for the schemes and hosts that
     * the manifest lists under "customLinks". SY_NOT_MINE: no destination. `url` is the text as it came,
     * percent-encoded. May be null where the manifest lists none. [main-thread, active] */
    sy_status (*resolve_url)(const struct sy_feature *feature, const sy_string *url, const sy_destination_sink *sink,
                             const sy_error *error);

    /* A sent SY_MESSAGE_VALUE that no live screen took, of a type in the manifest's "receives". SY_NOT_MINE passes it
     * on. May be null where the manifest lists none. [main-thread, active] */
    sy_status (*receive)(const struct sy_feature *feature, const sy_message *message, const sy_resume_sink *sink,
                         const sy_error *error);

    /* Ends the feature. When this returns no thread runs its code, and it holds no descriptor. All its screens have
     * been destroyed before. Of the host only log and extension are used in it. The library may be activated again.
     * [main-thread, active] */
    void (*deactivate)(const struct sy_feature *feature);
} sy_feature;

struct sy_host;

/* What a feature is given for its life. Borrowed until activate returns. */
typedef struct sy_context {
    uint32_t size;
    uint32_t reserved; /* 0 */
    /* A directory that is this feature's alone: an absolute path; empty where there is none. The host makes it before
     * it loads the library. No two instances of a feature use it at a time, unless the manifest says "sharesData":
     * true: a second one does not start, or has no directory where the feature keeps nothing yet. Where the host
     * confines features it is the only place that a library may write to, unless it has asked for more in the
     * manifest's "permissions". */
    sy_string data_directory;
    /* "settings" of this feature in the host's wiring file: one JSON object; "{}" where there are none. */
    sy_string settings;
    /* The language of the person, a BCP 47 tag such as "de-AT"; empty where the host knows none. */
    sy_string locale;
    /* The directory that holds the library's file, an absolute path: what comes with the library, such as its texts in
     * other languages, lies beside it. It is only read. The file itself may be loaded from a copy elsewhere. */
    sy_string library_directory;
} sy_context;

/* A library's constant description. Stays valid, and the same, as long as the process runs. */
typedef struct sy_library {
    uint32_t magic; /* SY_MAGIC */
    uint32_t size;
    uint32_t abi_major; /* SY_ABI_MAJOR of the header it was compiled with */
    uint32_t abi_minor; /* SY_ABI_MINOR of the header it was compiled with */
    void *instance;

    /* Writes the manifest: one JSON object in UTF-8. The least is {"manifest": 1, "id": "notes"}. The whole is
     * described by manifest.schema.json, which is installed beside this header, and most of it stands here:
     *
     *     {
     *       "manifest": 1,
     *       "id": "notes",
     *       "name": "Notes",
     *       "version": "1.2.0",
     *       "abi": "1.1", "toolchain": "gcc 14",
     *       "main": "list",
     *       "incoming": [
     *         { "name": "list" },
     *         { "name": "note", "summary": "A note", "method": "sheet",
     *           "arguments": [{ "name": "identifier", "type": "int" },
     *                         { "name": "find", "type": "string", "optional": true },
     *                         { "name": "editing", "type": "bool", "default": false }],
     *           "parents": ["list"] }
     *       ],
     *       "outgoing": [{ "name": "share", "arguments": [{ "name": "texts", "type": "[string]" }] }],
     *       "links": [{ "scheme": "notes", "host": "note", "pattern": "/{identifier}?find={find}", "route": "note" }],
     *       "checkpoints": [{ "name": "picked", "type": "{identifier: int, text: string, tags: [string]}" }],
     *       "returns": [{ "name": "colour", "type": "string" }],
     *       "receives": [{ "name": "note", "type": "string" }],
     *       "sends": [{ "name": "mail", "type": "string" }],
     *       "settings": [{ "name": "limit", "type": "int" }],
     *       "permissions": [{ "net": ["api.example.org:443"], "reason": "To fetch notes" }]
     *     }
     *
     * What the host does not know in it, as from a later minor, it leaves out: an unknown method counts as push, an
     * unknown type takes its route with it. The same bytes at each call, before and after activation. It comes before
     * the runtime of a language is started, and neither starts anything nor reads or writes files.
     * [main-thread, loaded] */
    sy_status (*manifest)(const struct sy_library *library, const sy_text_sink *sink, const sy_error *error);

    /* Starts the feature and sets *feature, which is null before. Not called while the feature is active. When it
     * fails, everything that it has started is gone, and `host` counts as deactivated. [main-thread, loaded] */
    sy_status (*activate)(const struct sy_library *library, const struct sy_host *host, const sy_context *context,
                          const sy_feature **feature, const sy_error *error);

    /* An extension of the library, or null. What it points to stays valid as long as the process runs. The function
     * itself may be null: no extensions. [main-thread, loaded] */
    const void *(*extension)(const struct sy_library *library, const sy_string *id);
} sy_library;

/* The library's entry, `switchyard_feature_entry`: returns its description, at each call the same, which it may fill in
 * at the first. Runs nothing else: no thread, no output. Null is an error of the library. [main-thread] */
typedef const sy_library *(*sy_entry_function)(void);

/* ------------------------------------------------------------------ host side */

/* How navigate shows a destination. Another than SY_METHOD_DEFAULT beats what the wiring and the route say. */
typedef uint32_t sy_method;
enum {
    SY_METHOD_DEFAULT = 0, /* what the wiring says for the redirect, else the route's own, else push */
    SY_METHOD_PUSH = 1,
    SY_METHOD_SHEET = 2,
    SY_METHOD_MANAGED_SHEET = 3, /* a sheet with a stack of its own */
    SY_METHOD_COVER = 4,
    SY_METHOD_MANAGED_COVER = 5, /* a cover with a stack of its own */
    SY_METHOD_ALERT = 6,
    SY_METHOD_CONFIRMATION = 7,
    SY_METHOD_SEND = 8 /* hands the destination to a receiver, as send does */
};

typedef uint32_t sy_log_level;
enum {
    SY_LOG_DEBUG = 0,
    SY_LOG_INFO = 1,
    SY_LOG_NOTICE = 2,
    SY_LOG_WARNING = 3,
    SY_LOG_ERROR = 4
};

/*
 * What a host offers to one feature. To be used from the beginning of activate until deactivate returns. Its memory
 * stays readable as long as the process runs; called when the feature is not active its functions do nothing: those
 * with a status fail with SY_ERROR_INVALID_STATE, can_return and post answer 0, extension null.
 *
 * The navigation functions are [main-thread, active]. They take the screen that asks, which must be the feature's own
 * and not be gone (SY_ERROR_INVALID_STATE). An operation acts on the stack that the screen is in: the run of screens
 * around it up to the modals above and below, in its tab, whether it is seen or not. What it pushes stands below the
 * modals above; what it presents stands over all of its tab. Removing a screen removes the modals that stand on it. An
 * embedded screen counts as the one it is in.
 *
 * A request is checked twice. When it is made: its form, the declarations, the wiring, and the navigation state as it
 * will be after the requests that are queued before it; locks and checkpoints count as the last render showed them, but
 * for the lock of a screen that has been invalidated since. When it is applied: everything, with locks and checkpoints
 * as the screens render them then. SY_OK means that it is queued. A destination whose screen cannot be made then shows
 * the not-found screen instead; any other request that fails when it is applied changes nothing. The host tells the
 * person; the feature is not told.
 */
typedef struct sy_host {
    uint32_t size;
    uint32_t abi_major; /* of the host; the library may use what its own header and this minor both have */
    uint32_t abi_minor;
    uint32_t reserved; /* 0 */
    void *instance;
    sy_string host_name;    /* "switchyard" */
    sy_string host_version; /* such as "0.1.0" */

    /* Goes to one of the feature's own incoming destinations, or follows one of its outgoing ones through the wiring.
     * With SY_METHOD_PUSH it always pushes. SY_ERROR_UNKNOWN_ROUTE, SY_ERROR_INVALID_ARGUMENT, SY_ERROR_NOT_ALLOWED
     * (another feature's destination), SY_ERROR_UNCONNECTED. */
    sy_status (*navigate)(const struct sy_host *host, sy_screen_id screen, const sy_destination *destination,
                          sy_method method, const sy_error *error);

    /* Pops, else dismisses. SY_ERROR_NOTHING_TO_DO, SY_ERROR_LOCKED. */
    sy_status (*back)(const struct sy_host *host, sy_screen_id screen, const sy_error *error);

    /* Removes the `count` topmost screens of the stack, at most down to its root, never out of the modal it is in.
     * SY_ERROR_NOTHING_TO_DO at the root and for 0, SY_ERROR_LOCKED. */
    sy_status (*pop)(const struct sy_host *host, sy_screen_id screen, uint32_t count, const sy_error *error);

    /* Removes what is above the topmost screen of that destination on the stack; destinations are compared after the
     * wiring. SY_ERROR_NOT_FOUND, SY_ERROR_LOCKED. */
    sy_status (*pop_to)(const struct sy_host *host, sy_screen_id screen, const sy_destination *destination,
                        const sy_error *error);

    /* Removes all above the stack's root. At the root it does nothing. SY_ERROR_LOCKED. */
    sy_status (*pop_to_root)(const struct sy_host *host, sy_screen_id screen, const sy_error *error);

    /* Removes the modal that the screen is in, and all above it. SY_ERROR_NOTHING_TO_DO, SY_ERROR_LOCKED. */
    sy_status (*dismiss)(const struct sy_host *host, sy_screen_id screen, const sy_error *error);

    /* Removes every modal of the tab. Without any it does nothing. SY_ERROR_LOCKED. */
    sy_status (*dismiss_all)(const struct sy_host *host, sy_screen_id screen, const sy_error *error);

    /* Makes these the screens above the root, all pushed, keeping those alive that the old stack begins with too. The
     * root is that of the managed modal that the screen is in, else the tab's: another modal has no stack of its own,
     * and goes. The errors of navigate, for the first destination that has one; SY_ERROR_LOCKED. */
    sy_status (*replace_stack)(const struct sy_host *host, sy_screen_id screen, const sy_destination *destinations,
                               size_t count, const sy_error *error);

    /* Dismisses all and pops to the root. SY_ERROR_LOCKED. */
    sy_status (*reset)(const struct sy_host *host, sy_screen_id screen, const sy_error *error);

    /* Selects a tab by its name in the wiring; the selected one is popped to its root. SY_ERROR_NOT_FOUND,
     * SY_ERROR_LOCKED. */
    sy_status (*select_tab)(const struct sy_host *host, sy_screen_id screen, sy_string name, const sy_error *error);

    /* Returns to the nearest checkpoint, outward across stacks and modals, then hands it the value, which is null for
     * one that takes none. `name` is one of the feature's own "checkpoints" in the manifest, or one of its "returns",
     * which the wiring connects to another feature's. SY_ERROR_NOT_FOUND, SY_ERROR_UNCONNECTED, SY_ERROR_WRONG_TYPE (as
     * compared with the type at the end), SY_ERROR_LOCKED: nothing is removed. */
    sy_status (*return_to_checkpoint)(const struct sy_host *host, sy_screen_id screen, sy_string name,
                                      const sy_value *value, const sy_error *error);

    /* 1 when return_to_checkpoint would find one, else 0. [main-thread, active] */
    int32_t (*can_return)(const struct sy_host *host, sy_screen_id screen, sy_string name);

    /* Sends values in order, each to one receiver: a tab, else a live screen from the top (those of the selected tab,
     * then of the others), else a feature. A tab that receives is selected, and what was presented over the one before
     * is dismissed. There is one queue: what is sent while values are under way comes after them, and what is paused is
     * dropped by sending anew. SY_ERROR_NO_RECEIVER when it is certain that nothing receives the first
     * one, SY_ERROR_WRONG_TYPE, SY_ERROR_NOT_ALLOWED (a type that the manifest does not list), and for a destination
     * the errors of navigate. A value that nothing receives is reported to the user with those after it, which are
     * dropped. */
    sy_status (*send)(const struct sy_host *host, sy_screen_id screen, const sy_message *messages, size_t count,
                      const sy_error *error);

    /* Goes on with the values that are kept since a receiver answered SY_RESUME_PAUSE; for the feature that paused and
     * the one that sent. SY_ERROR_NOTHING_TO_DO, SY_ERROR_NOT_ALLOWED. */
    sy_status (*resume_sending)(const struct sy_host *host, sy_screen_id screen, const sy_error *error);

    /* The screen, or for 0 each of the feature's, shows something else now and wants to be rendered again. Several
     * before the next render count once; during its own render it asks for one more; for a screen that is gone it does
     * nothing. [any-thread, active] */
    void (*invalidate)(const struct sy_host *host, sy_screen_id screen);

    /* Writes a line to the host's log. A host may drop lines of the lower levels, and any that come faster than it
     * takes them, which it says. [any-thread, active] */
    void (*log)(const struct sy_host *host, sy_log_level level, sy_string message);

    /* Calls function(argument) on the main thread. 1: it will be called exactly once, in the order of posting, never
     * before this returns and never after deactivate has begun: what is left is called just before. 0: it will not,
     * since deactivate has begun or too many wait, and the argument stays the caller's. [any-thread, active] */
    int32_t (*post)(const struct sy_host *host, void (*function)(void *argument), void *argument);

    /* An extension of the host, or null. What it points to stays valid until deactivate returns.
     * [any-thread, active] */
    const void *(*extension)(const struct sy_host *host, sy_string id);
} sy_host;

#ifdef __cplusplus
}
#endif

#endif
