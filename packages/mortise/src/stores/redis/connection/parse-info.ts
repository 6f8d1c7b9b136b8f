/** The fields of a reply of INFO or CLUSTER INFO. */
export const parseInfo = (reply: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(reply)
      .split(/\r?\n/)
      .filter((line) => line.includes(":"))
      .map((line): [string, string] => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon), line.slice(colon + 1)]
      }),
  )
