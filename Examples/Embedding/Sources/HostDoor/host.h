/* A Switchyard host in a program that is not written in Swift: libHostDoor.so. All functions are called on the first
 * thread of the process. Texts are UTF-8 and end with a zero byte; those that are returned are the caller's, to be freed
 * with free(3). */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>

/* Opens the app of a plugins directory and a wiring file, at its root, in the place of the one that is open. Without an
 * app the other functions do nothing. `worker` is the program in which features run,
 * such as an installed `switchyard`. Returns null, or why it cannot be opened. */
char *host_open(const char *plugins, const char *wiring, const char *worker);
/* Ends the features and their processes. */
void host_close(void);

/* Goes to a destination, such as "character/detail?identifier=42". */
void host_go(const char *destination);
/* Opens a link, such as "challenge://character/detail?id=42". */
void host_link(const char *url);
/* Uses the link, button, toggle, option or row with a label. */
void host_press(const char *label);
/* Puts a text into the field with a label, or a number into the slider. */
void host_type(const char *text, const char *label);
/* Closes the open alert, else pops, else dismisses. */
void host_back(void);

/* Whether the screen is loading: it comes by host_drain. */
bool host_is_loading(void);
/* The visible screen as JSON. */
char *host_screen(void);
/* What has failed since the last call, a line each; null: nothing. */
char *host_problem(void);

/* Readable when there is something to do: the program's loop then calls host_drain. */
int host_descriptor(void);
void host_drain(void);

#endif
