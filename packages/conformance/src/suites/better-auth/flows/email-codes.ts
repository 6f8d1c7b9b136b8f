import { emailOTP } from "better-auth/plugins"
import { type BetterAuthContext, listCases } from "../case.ts"
import { openSite, type Site } from "./site.ts"
import { atOnce, clicks, collectCookies, enterCode, newPerson, requestCode, seen } from "./visitors.ts"

const about = {
  clause: "BA-codes",
  fix: "Delete and return the row in one statement in consumeOne, or return true counts from deleteMany.",
} as const

export const emailCodes = listCases(about, [
  {
    id: "email-codes/one-session",
    title: "If a mailed code is entered many times at once, it signs in once",
    harm: "Somebody who reads the code over a shoulder signs in beside its owner.",
    run: (t) =>
      t.rounds(2, async () => {
        const site = await openSite(t)
        const { email } = await newPerson(t, site)
        const code = await requestCode(t, site, email)

        const answers = await clicks(t, () => enterCode(site, email, code))

        t.equal(collectCookies(answers).length, 1, "entries that signed in")
        const later = await enterCode(site, email, code)
        t.equal(collectCookies([later]).length, 0, "later entries that signed in")
      }),
  },
  {
    id: "email-codes/two-codes",
    title: "If two codes of one address are entered at once, at most one of them signs in",
    harm: "An older code, which the newer one replaces, still signs in.",
    evidence: "Drizzle's adapter, whose transactions are off by default: 17 of 100",
    fix: "Turn transactions on: Better Auth consumes the newest value and deletes the others in one.",
    run: (t) =>
      t.rounds(4, async (round) => {
        const site = await openSite(t)
        const { email } = await newPerson(t, site)
        const older = await requestCode(t, site, email)
        const newer = await requestCode(t, site, email)
        const entries = [newer, older, newer, older].map((code, index) => async () => {
          if (index % 2 === 1) await t.delay(round)
          return enterCode(site, email, code)
        })

        const answers = await atOnce(t, entries)

        t.check(collectCookies(answers).length <= 1, "at most one session", answers.map(seen))
      }),
  },
  {
    id: "email-codes/guesses",
    title: "No more than three guesses of a code are compared, even if many arrive at once",
    harm: "Somebody who sends guesses in parallel has many more tries, and finds a code of six digits.",
    run: (t) =>
      t.rounds(2, async () => {
        const compared: string[] = []
        const site = await openSite(t, { plugins: [countedCodes(compared)] })
        const { email } = await newPerson(t, site)
        const code = await newCode(t, site, email)
        compared.length = 0

        for (let burst = 0; burst < 4; burst++) await clicks(t, () => enterCode(site, email, "wrong"))

        t.check(compared.length <= 3, "at most 3 compared guesses", compared.length)
        const answer = await enterCode(site, email, code)
        t.check(answer.cookie === undefined, "no session for the right code after them", seen(answer))
      }),
  },
])

/** Codes as the site mails them. `compared` receives each guess that is compared with the code. */
const countedCodes = (compared: string[]) =>
  emailOTP({
    storeOTP: {
      async hash(code) {
        compared.push(code)
        return code
      },
    },
    sendVerificationOTP: async () => {},
  })

async function newCode(t: BetterAuthContext, site: Site, email: string): Promise<string> {
  await requestCode(t, site, email)
  const [row] = await site.context.adapter.findMany<{ value: string }>({
    model: "verification",
    where: [{ field: "identifier", value: `sign-in-otp-${email}` }],
  })
  return row?.value.split(":", 1)[0] ?? ""
}
