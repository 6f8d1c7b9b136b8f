/** The deadline of every call of a load. */
export const timeoutSeconds = 10
