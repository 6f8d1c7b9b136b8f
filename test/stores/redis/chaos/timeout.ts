/** The deadline of every call of the load. */
export const timeoutSeconds = 10
