import type { ExperimentName } from "../../protocol.ts"

/** What a card of the laboratory says about its experiment. */
export type ExperimentText = {
  readonly name: ExperimentName
  readonly title: string
  readonly question: string
  /** The adapter that it always compares with; absent if the person chooses it. */
  readonly theirs?: string
}

export const experiments: readonly ExperimentText[] = [
  {
    name: "suite",
    title: "The whole contract",
    question:
      "The conformance suite makes thousands of calls: races, odd input, lost rows. Which rules does the adapter break?",
  },
  {
    name: "betterAuth",
    title: "Better Auth’s adapters",
    question:
      "The suite for Better Auth calls mortiseDatabase and Better Auth’s own Kysely adapter, both on SQLite in memory, and signs people in with both. Which rules does each adapter break?",
    theirs: "Kysely",
  },
  {
    name: "oldLink",
    title: "Delete the user, then open an old link",
    question:
      "A person deletes their user while a sign-in link waits in the mailbox. Does the link still sign in?",
  },
  {
    name: "log",
    title: "Read the log after a failure",
    question:
      "The store fails while people are signed in. Does the log contain tokens with which one can sign in as them?",
  },
  {
    name: "race",
    title: "One link, eight clicks at once",
    question: "A mailed link is for one sign-in. How many of eight simultaneous clicks sign in?",
  },
  {
    name: "deletion",
    title: "Delete the user during a sign-in",
    question: "A user is deleted while the same user signs in. Do rows without a user remain?",
  },
  {
    name: "faults",
    title: "Fail each call of the store once",
    question:
      "Each call of a sign-in fails once. Is the store still consistent, and can the person sign in afterwards?",
  },
  {
    name: "restart",
    title: "Stop the store and start it again",
    question: "The store stops between two requests. Is everything that was confirmed still stored?",
  },
  {
    name: "clock",
    title: "Move the clock",
    question: "Time passes. Is a session extended once per updateAge, then refused, then removed?",
  },
]
