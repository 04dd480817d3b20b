/* What the rows within one process are compared with, where it is C. */
#ifndef C_BASELINES_H
#define C_BASELINES_H

#endif
