import { breaking, type Mutant } from "./mutant.ts"

const farAway = () => new Date(Date.now() + 3_650 * 86_400_000)

/** Defects at zero, one and one less. */
export const boundaryRefusalMutants: readonly Mutant[] = [
  {
    name: "counter-of-zero-is-not-compared",
    by: "counters/every-lower-one-is-refused",
    defect: "updateAuthenticatorCounter refuses a lower counter unless it is zero",
    evidence: "`newCounter && newCounter < counter`; SEC-F1",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        return found && counter === 0 ? { ...found, counter } : good.updateAuthenticatorCounter(id, counter)
      },
    })),
  },
  {
    name: "one-less-is-tolerated",
    by: "counters/every-lower-one-is-refused",
    defect:
      "updateAuthenticatorCounter accepts a counter of one less than a large one, and stores the larger one",
    evidence: "a tolerance for answers out of order; SEC-F1",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        return found && counter > 5 && counter === found.counter - 1
          ? found
          : good.updateAuthenticatorCounter(id, counter)
      },
    })),
  },
  {
    name: "counters-compared-as-text",
    by: "counters/rise-as-numbers",
    defect: "updateAuthenticatorCounter compares counters as text: 10 is refused after 9",
    evidence: "a text column for numbers; §4 updateAuthenticatorCounter",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(id, counter) {
        const found = await good.getAuthenticator(id)
        if (found && String(counter) < String(found.counter)) throw new Error("counter must not go down")
        return good.updateAuthenticatorCounter(id, counter)
      },
    })),
  },
  {
    name: "session-until-zero-never-ends",
    by: "lifetimes/sessions-until-1970",
    defect: "an expiry at the start of 1970 is stored as no expiry",
    evidence: "`expires.getTime() || never`; §3 session expired",
    make: breaking((good) => ({
      createSession: (session) =>
        good.createSession(session.expires?.getTime() === 0 ? { ...session, expires: farAway() } : session),
    })),
  },
  {
    name: "update-to-zero-is-no-update",
    by: "lifetimes/sessions-until-1970",
    defect: "updateSession ignores an expiry at the start of 1970",
    evidence: "`if (expires?.getTime())`; §4 updateSession",
    make: breaking((good) => ({
      updateSession: ({ expires, ...rest }) =>
        good.updateSession(expires?.getTime() ? { ...rest, expires } : rest),
    })),
  },
  {
    name: "token-until-zero-never-ends",
    by: "lifetimes/tokens-until-1970",
    defect: "a token that expires at the start of 1970 is stored as one that never expires",
    evidence: "`expires.getTime() || never`; §3 token expired",
    make: breaking((good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken(
          token.expires?.getTime() === 0 ? { ...token, expires: farAway() } : token,
        ),
    })),
  },
]
