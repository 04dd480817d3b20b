/* The header is compiled here once on its own, and the sizes of version 1.0 are held: a struct that is smaller does not
 * compile, nor does one of the two that never grow when it is larger. ReleasedHeaderTests hold everything else. */
#include "FeatureABI.h"

_Static_assert(sizeof(void *) == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "64-bit little-endian only");
_Static_assert(sizeof(sy_string) == 16, "sy_string is not as in version 1.0");
_Static_assert(sizeof(sy_value) == 64, "sy_value is not as in version 1.0");
_Static_assert(sizeof(sy_argument) >= 88, "sy_argument is smaller than in version 1.0");
_Static_assert(sizeof(sy_destination) >= 56, "sy_destination is smaller than in version 1.0");
_Static_assert(sizeof(sy_message) >= 96, "sy_message is smaller than in version 1.0");
_Static_assert(sizeof(sy_error) >= 24, "sy_error is smaller than in version 1.0");
_Static_assert(sizeof(sy_text_sink) >= 24, "sy_text_sink is smaller than in version 1.0");
_Static_assert(sizeof(sy_destination_sink) >= 24, "sy_destination_sink is smaller than in version 1.0");
_Static_assert(sizeof(sy_resume) >= 32, "sy_resume is smaller than in version 1.0");
_Static_assert(sizeof(sy_resume_sink) >= 24, "sy_resume_sink is smaller than in version 1.0");
_Static_assert(sizeof(sy_state) >= 24, "sy_state is smaller than in version 1.0");
_Static_assert(sizeof(sy_state_sink) >= 24, "sy_state_sink is smaller than in version 1.0");
_Static_assert(sizeof(sy_node) >= 240, "sy_node is smaller than in version 1.0");
_Static_assert(sizeof(sy_receiver) >= 32, "sy_receiver is smaller than in version 1.0");
_Static_assert(sizeof(sy_checkpoint) >= 40, "sy_checkpoint is smaller than in version 1.0");
_Static_assert(sizeof(sy_screen_info) >= 72, "sy_screen_info is smaller than in version 1.0");
_Static_assert(sizeof(sy_view_sink) >= 40, "sy_view_sink is smaller than in version 1.0");
_Static_assert(sizeof(sy_list_part) >= 40, "sy_list_part is smaller than in version 1.0");
_Static_assert(sizeof(sy_render) >= 24, "sy_render is smaller than in version 1.0");
_Static_assert(sizeof(sy_event) >= 24, "sy_event is smaller than in version 1.0");
_Static_assert(sizeof(sy_return) >= 32, "sy_return is smaller than in version 1.0");
_Static_assert(sizeof(sy_screen) >= 88, "sy_screen is smaller than in version 1.0");
_Static_assert(sizeof(sy_feature) >= 56, "sy_feature is smaller than in version 1.0");
_Static_assert(sizeof(sy_context) >= 72, "sy_context is smaller than in version 1.0");
_Static_assert(sizeof(sy_library) >= 48, "sy_library is smaller than in version 1.0");
_Static_assert(sizeof(sy_host) >= 200, "sy_host is smaller than in version 1.0");
