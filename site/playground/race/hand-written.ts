/** Three calls of a store. Each one is atomic; two of them in a row are not. */
export type Rows = {
  find(key: string): Promise<string | undefined>
  insert(key: string, value: string): Promise<unknown>
  remove(key: string): Promise<unknown>
}

/** A hand-written adapter that reads, then writes. */
export const handWritten = (rows: Rows) => ({
  createVerificationToken: (token: { identifier: string; token: string }) =>
    rows.insert(`token ${token.identifier} ${token.token}`, JSON.stringify(token)),

  async useVerificationToken({ identifier, token }: { identifier: string; token: string }) {
    const value = await rows.find(`token ${identifier} ${token}`)
    if (value === undefined) return null
    await rows.remove(`token ${identifier} ${token}`)
    return JSON.parse(value)
  },

  async linkAccount(account: { userId: string; provider: string; providerAccountId: string }) {
    const key = `account ${account.provider} ${account.providerAccountId}`
    if ((await rows.find(key)) !== undefined) throw new Error("The account belongs to another user.")
    await rows.insert(key, JSON.stringify(account))
    return account
  },
})

export function rowsInMap(): Rows {
  const map = new Map<string, string>()
  return {
    find: async (key) => map.get(key),
    insert: async (key, value) => map.set(key, value),
    remove: async (key) => map.delete(key),
  }
}

type Database = { query<Row>(text: string, values?: string[]): Promise<{ rows: Row[] }> }

export async function rowsInPostgres(database: Database): Promise<Rows> {
  await database.query("CREATE TABLE IF NOT EXISTS hand_written (key text, value text)")
  return {
    async find(key) {
      const select = "SELECT value FROM hand_written WHERE key = $1"
      const { rows } = await database.query<{ value: string }>(select, [key])
      return rows[0]?.value
    },
    insert: (key, value) => database.query("INSERT INTO hand_written VALUES ($1, $2)", [key, value]),
    remove: (key) => database.query("DELETE FROM hand_written WHERE key = $1", [key]),
  }
}
