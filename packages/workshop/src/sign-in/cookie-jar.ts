type Cookie = { readonly value: string; readonly attributes: Readonly<Record<string, string>> }

/** Stores the cookies of one origin as a browser does. It ignores paths, because no flow depends on them. */
export function cookieJar() {
  const cookies = new Map<string, Cookie>()
  const live = () => [...cookies].filter(([, cookie]) => !hasExpired(cookie))
  return {
    store(setCookies: readonly string[]) {
      for (const line of setCookies) {
        const [pair = "", ...rest] = line.split(/;\s*/)
        const [name, value] = split(pair)
        const attributes = Object.fromEntries(rest.map(split).map(([key, text]) => [key.toLowerCase(), text]))
        const cookie = { value, attributes }
        if (hasExpired(cookie)) cookies.delete(name)
        else cookies.set(name, cookie)
      }
    },
    header: () =>
      live()
        .map(([name, { value }]) => `${name}=${value}`)
        .join("; "),
    find: (name: string): Cookie | undefined => live().find(([key]) => key === name)?.[1],
    clear: () => cookies.clear(),
  }
}

function split(pair: string): [string, string] {
  const at = pair.indexOf("=")
  return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)]
}

function hasExpired({ attributes }: Cookie): boolean {
  if (attributes["max-age"] !== undefined) return Number(attributes["max-age"]) <= 0
  return attributes.expires !== undefined && Date.parse(attributes.expires) <= Date.now()
}
