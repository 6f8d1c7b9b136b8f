type Listed = { readonly id: string }
type Read = (path: string) => Promise<{ status: number; [name: string]: unknown }>

/** The ids of all users of a list, read in pages. Throws if the list does not end. */
export async function listPages(read: Read, query: string, limit = 2): Promise<string[]> {
  const ids: string[] = []
  for (let [after, pages]: [string | null, number] = [null, 0]; pages < 50; pages++) {
    const position = after === null ? "" : `&after=${encodeURIComponent(after)}`
    const page = await read(`users?${query}&limit=${limit}${position}`)
    if (page.status !== 200) throw new Error(JSON.stringify(page))
    ids.push(...(page["users"] as Listed[]).map(({ id }) => id))
    after = page["next"] as string | null
    if (after === null) return ids
  }
  throw new Error(`The list has no end: ${ids}`)
}
