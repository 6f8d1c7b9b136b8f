import type { RequestListener } from "node:http"
import { listen } from "../../../../workshop/src/http/listen.ts"

const json = { "content-type": "application/json" }

const listeners: Readonly<Record<string, RequestListener>> = {
  "no failure": (_, answer) => answer.writeHead(200, json).end('{"result":null}'),
  "no answer": () => {},
  "a broken connection": (_, answer) => answer.destroy(),
  "half an answer": (_, answer) => {
    answer.writeHead(200, { ...json, "content-length": 30 })
    answer.write('{"result":null}', () => answer.destroy())
  },
  "a broken answer with a complete body": (_, answer) => {
    answer.writeHead(200, json)
    answer.write('{"result":null}', () => answer.destroy())
  },
  "an endless answer": (_, answer) => {
    answer.writeHead(200, json)
    answer.write('{"result":null}')
  },
  "an answer of a proxy": (_, answer) => answer.writeHead(502, { "content-type": "text/html" }).end("<h1>"),
  "a redirect": ({ url = "" }, answer) => answer.writeHead(307, { location: `/elsewhere${url}` }).end(),
}

/** Servers that each fail in a different way, by their failure, and the address of a closed port. */
export async function failingServers() {
  const opened = await Promise.all(Object.values(listeners).map((listener) => listen(listener)))
  const gone = await listen(() => {})
  await gone.close()
  const names = Object.keys(listeners)
  return {
    places: {
      "no server": gone.url,
      ...Object.fromEntries(opened.map(({ url }, nth) => [names[nth], url])),
    },
    close: () => Promise.all(opened.map(({ close }) => close())),
  }
}
