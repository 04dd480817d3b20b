/* The notes, and what the two kinds of screens share. */
#ifndef NOTES_H
#define NOTES_H

#include "FeatureHelpers.h"

#include <stdbool.h>

enum { TEXT_SIZE = 200 };

typedef struct note {
    int64_t identifier;
    char text[TEXT_SIZE];
    struct note *next;
} note;

/* A screen: the list, or one note. */
typedef struct notes_screen {
    sy_screen table; /* its instance is this struct */
    sy_screen_id id;
    struct notes_feature *feature;
    int64_t identifier;     /* of the note that it shows; 0 for the list */
    char draft[TEXT_SIZE];  /* the list's text field */
    struct notes_screen *next;
} notes_screen;

/* The feature between activate and deactivate. */
typedef struct notes_feature {
    sy_feature table; /* its instance is this struct */
    const sy_host *host;
    note *notes; /* the oldest first */
    int64_t last_identifier;
    notes_screen *screens; /* all that live */
    unsigned made, destroyed;
} notes_feature;

const note *notes_find(const notes_feature *feature, int64_t identifier);
bool notes_add(notes_feature *feature, sy_string text);
void notes_remove(notes_feature *feature, int64_t identifier);

/* Fails with a formatted reason. */
sy_status notes_fail(const sy_error *error, sy_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

notes_screen *notes_make_screen(notes_feature *feature, sy_screen_id id, int64_t identifier);

#endif
