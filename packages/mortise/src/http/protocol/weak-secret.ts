// A random secret of 32 characters has many more, even when it is written in hexadecimal digits.
const minDifferent = 8

/** Whether a secret consists of so few different characters that it cannot be random. */
export const isWeak = (secret: string): boolean => new Set(secret).size < minDifferent

/** The end of an error about a weak secret. */
export const strongSecret = `at least ${minDifferent} different characters`
