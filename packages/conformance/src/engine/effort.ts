/** `quick` limits the number of calls, for stores behind a network. `full` runs twenty times as many rounds. */
export type Effort = "quick" | "full"
