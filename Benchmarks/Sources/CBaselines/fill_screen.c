#include <stdio.h>
#include <string.h>

#include "CBaselines.h"

static sy_string text(const char *characters) { return (sy_string){characters, strlen(characters)}; }

size_t fill_screen(filled_screen *screen) {
    sy_node *node = screen->nodes;
    *node++ = (sy_node){.size = sizeof *node, .kind = SY_NODE_LIST};
    for (int row = 0; row < 6; row++) {
        char *key = screen->texts[row][0], *title = screen->texts[row][1];
        snprintf(key, sizeof screen->texts[row][0], "%d", row);
        snprintf(title, sizeof screen->texts[row][1], "Character number %d", row);
        *node++ = (sy_node){.size = sizeof *node, .kind = SY_NODE_SECTION, .key = text(key)};
        *node++ = (sy_node){.size = sizeof *node, .kind = SY_NODE_TEXT, .text = text(title)};
        *node++ =
            (sy_node){.size = sizeof *node, .kind = SY_NODE_TEXT, .text = text("alive, from a place far away")};
    }
    *node++ = (sy_node){.size = sizeof *node, .kind = SY_NODE_BUTTON, .action = 1, .text = text("back")};
    return (size_t)(node - screen->nodes);
}
