/* A library like any other: it does not export switchyard_feature_entry. */
int add(int left, int right);
int add(int left, int right) { return left + right; }
