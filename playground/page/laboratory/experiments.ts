import type { ExperimentName } from "../../protocol.ts"

/** What a card of the laboratory says about its experiment. */
export type ExperimentText = {
  readonly title: string
  readonly question: string
  /** How long a comparison takes, as measured with Drizzle on SQLite, on two idle cores. */
  readonly seconds: number
  /** The adapter that it always compares with; absent if the person chooses it. */
  readonly theirs?: string
}

export const experiments: Readonly<Record<ExperimentName, ExperimentText>> = {
  suite: {
    title: "The whole contract",
    question:
      "The conformance suite makes thousands of calls: races, odd input, lost rows. Which rules does each adapter break?",
    seconds: 30,
  },
  oldLink: {
    title: "Delete the user, then open an old link",
    question:
      "A person deletes their user while a sign-in link waits in the mailbox. Does the link still sign in?",
    seconds: 7,
  },
  log: {
    title: "Read the log after a failure",
    question:
      "The store fails while people are signed in. Does the log contain tokens with which one can sign in as them?",
    seconds: 7,
  },
  race: {
    title: "One link, eight clicks at once",
    question: "A mailed link is for one sign-in. How many of eight simultaneous clicks sign in?",
    seconds: 8,
  },
  deletion: {
    title: "Delete the user during a sign-in",
    question: "A user is deleted while the same user signs in. Do rows without a user remain?",
    seconds: 9,
  },
  faults: {
    title: "Fail each call of the store once",
    question:
      "Each call of a sign-in fails once. Is the store still consistent, and can the person sign in afterwards?",
    seconds: 13,
  },
  restart: {
    title: "Stop the store and start it again",
    question:
      "The store stops between two requests. Is anybody shown as signed out, and is everything still stored?",
    seconds: 7,
  },
  clock: {
    title: "Move the clock",
    question: "Time passes. Is a session extended once per updateAge, then refused, then removed?",
    seconds: 7,
  },
  googleAtOnce: {
    title: "Use Google for the first time, in eight tabs",
    question:
      "A user presses “Continue with Google” in eight tabs. Is the account stored once, and does it work later?",
    seconds: 9,
    theirs: "Kysely",
  },
  signUpHook: {
    title: "Read the new user in a sign-up hook",
    question: "A hook of a sign-up looks up the new user through the adapter. Does the sign-up return?",
    seconds: 18,
    theirs: "Kysely",
  },
  betterAuth: {
    title: "The whole suite",
    question:
      "The suite for Better Auth makes thousands of calls and signs people in. Which rules does each adapter break?",
    seconds: 120,
    theirs: "Kysely",
  },
}
