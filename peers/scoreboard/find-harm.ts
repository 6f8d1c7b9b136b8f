import { type Harm, harms, type RankedHarm } from "../../packages/conformance/src/engine/harm.ts"

type Evidence = { readonly expected: string; readonly received: string }

/**
 * The harm that a failure shows: that of its case, unless the case failed before it came to that, such as by an error.
 */
export function findHarm(ofCase: RankedHarm["harm"], evidence: Evidence): Harm {
  const shown = limits.find(({ fits }) => fits(evidence, ofCase))?.harm ?? ofCase
  return harms.indexOf(shown) > harms.indexOf(ofCase) ? shown : ofCase
}

type Limit = { readonly harm: Harm; fits(evidence: Evidence, ofCase: Harm): boolean }

/** What some failures show at most. The first that fits decides. */
const limits: readonly Limit[] = [
  // A call failed, or did not return.
  {
    harm: "error",
    fits: ({ expected, received }) =>
      /^no error$|\ban answer within\b|^the error of its work$/.test(expected) ||
      /^\[ (\w*Error\b|\(FiberFailure\))/.test(received),
  },
  // Nobody gets a row that somebody should get. To rows that must stay, that is a loss.
  {
    harm: "locked_out",
    fits: ({ expected, received }, ofCase) =>
      ofCase === "account_taken_over" &&
      ((/: a row$/.test(expected) && /^(null|undefined)$/.test(received)) ||
        (/: 1$|^an? /.test(expected) && /^(0|\[\])$/.test(received))),
  },
  {
    harm: "wrong_answer",
    fits: (evidence, ofCase) => areDatesCut(evidence, ofCase) || areTypesWrong(evidence),
  },
  // A link or a code that outlives its user opens no account.
  {
    harm: "wrong_answer",
    fits: ({ expected }) =>
      /token of the deleted user|^useVerificationToken .*of the (deleted )?user\b/.test(expected),
  },
  {
    harm: "wrong_answer",
    fits: ({ received }, ofCase) => ofCase === "account_taken_over" && isOwnRow(received),
  },
  {
    harm: "wrong_answer",
    fits: ({ expected }, ofCase) =>
      ofCase === "secret_shown" && /^(mails|no( second)? session)\b/.test(expected),
  },
]

/** Dates that lose their milliseconds, or are numbers. */
const areDatesCut = ({ received }: Evidence, ofCase: Harm): boolean =>
  /^(\w+: (Date <date without milliseconds>|<time>)(, |$))+$/.test(received) ||
  (ofCase === "data_lost" && received.includes("<date without milliseconds>"))

/** The right value in a wrong type, or an empty text instead of null. */
const areTypesWrong = ({ expected, received }: Evidence): boolean =>
  /^\w+: /.test(received) && dropTypes(expected).endsWith(` ${dropTypes(received)}`)

const dropTypes = (text: string): string => text.replace(/"|\bnull\b/g, "").replace(/(\d)n\b/g, "$1")

const keys = /^(id|\w+I[dD]|email|identifier|value|token|sessionToken|provider|counter)$/

/** Fields of a row, none of which says whose it is. */
function isOwnRow(received: string): boolean {
  const names = [...received.matchAll(/(?:^|, )(\w+): /g)].map(([, name = ""]) => name)
  return /^\w+: /.test(received) && !names.some((name) => keys.test(name))
}
