/** What a process did, and what failed. */
export type Lived = { signIns: number; signUps: number; readonly failures: string[] }

type Person = { readonly body: { readonly email: string; readonly password: string; readonly name: string } }
type Auth = {
  readonly api: {
    signUpEmail(person: Person): Promise<unknown>
    signInEmail(person: Person): Promise<unknown>
  }
}

export const person = (name: string): Person => ({
  body: { email: `${name}@example.com`, password: "a long password", name },
})

/** Signs people in, and new ones up, until it is over. */
export async function live(
  { api }: Auth,
  people: readonly string[],
  prefix: string,
  lived: Lived,
  isOver: () => boolean,
): Promise<void> {
  const newPeople: string[] = []
  const attempt = async (work: Promise<unknown>): Promise<number> => {
    try {
      await work
      return 1
    } catch (error) {
      lived.failures.push(String(error))
      return 0
    }
  }
  for (let round = 0; !isOver(); round++) {
    const all = [...people, ...newPeople]
    const signIns = await attempt(api.signInEmail(person(all[round % all.length] ?? "")))
    const name = `${prefix}${round}`
    const signUps = await attempt(api.signUpEmail(person(name)))
    // Other callers count meanwhile.
    lived.signIns += signIns
    lived.signUps += signUps
    newPeople.push(name)
  }
}

/** What Better Auth needs besides its database. Hashing would take most of the time. */
export const livingOptions = {
  baseURL: "http://localhost:3000",
  secret: "a secret for tests that is long enough",
  emailAndPassword: {
    enabled: true,
    password: {
      hash: async (password: string) => password,
      verify: async ({ hash, password }: { hash: string; password: string }) => hash === password,
    },
  },
  logger: { disabled: true },
  telemetry: { enabled: false },
}
