const char *tone(void);
const char *tone(void) { return "The library beside it says " TONE "."; }
