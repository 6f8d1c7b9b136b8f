/** The command line as a person types it: every text that names a command to run begins it with this. */
export const mortise = "npx mortise"
