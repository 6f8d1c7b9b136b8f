/** Keys that the suite, a library or a store made up: UUIDs, and long texts of letters and digits. */
const part =
  "(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16}[0-9a-z]{0,5}|(?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[A-Za-z0-9]{20,})"

/** The suite's own keys end in two letters of different case. */
const key = new RegExp(`(?<![A-Za-z0-9])${part}(?:-${part})*(?:-Ab(?![A-Za-z]))?`, "g")

/** What a key is called, by the field in which it occurs first. Others have the name of their field. */
const titles: Readonly<Record<string, string>> = {
  email: "person",
  identifier: "person",
  userId: "user",
  sessionToken: "session",
  providerAccountId: "account",
  accountId: "account",
  credentialID: "passkey",
}

/** All keys in a text. */
export const findKeys = (text: string): string[] => text.match(key) ?? []

/** Replaces random keys by names such as `person-1`, the same one each time. */
export function createNames() {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()

  const create = (field: string): string => {
    const title = titles[field] ?? (/^[a-z]+$/i.test(field) ? field : "key")
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return `${title}-${count}`
  }

  return (text: string, field = "key"): string =>
    text.replace(key, (match) => {
      const name = names.get(match) ?? create(field)
      names.set(match, name)
      return name
    })
}

export type NameKeys = ReturnType<typeof createNames>
