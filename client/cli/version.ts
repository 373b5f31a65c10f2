// Version of this package, equal to that in package.json; a test compares them.
export const packageVersion = '0.1.0';
