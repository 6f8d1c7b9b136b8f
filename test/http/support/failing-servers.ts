import type { RequestListener } from "node:http"
import { listen } from "./listen.ts"

const json = { "content-type": "application/json" }

const listeners: Readonly<Record<string, RequestListener>> = {
  "nothing goes wrong": (_, answer) => answer.writeHead(200, json).end('{"result":null}'),
  "no answer comes": () => {},
  "the connection breaks": (_, answer) => answer.destroy(),
  "half an answer comes": (_, answer) => {
    answer.writeHead(200, { ...json, "content-length": 30 })
    answer.write('{"result":null}', () => answer.destroy())
  },
  "an answer breaks off after what could be all of it": (_, answer) => {
    answer.writeHead(200, json)
    answer.write('{"result":null}', () => answer.destroy())
  },
  "an answer has no end": (_, answer) => {
    answer.writeHead(200, json)
    answer.write('{"result":null}')
  },
  "a proxy answers": (_, answer) => answer.writeHead(502, { "content-type": "text/html" }).end("<h1>"),
  "the server redirects": ({ url = "" }, answer) =>
    answer.writeHead(307, { location: `/elsewhere${url}` }).end(),
}

/** Servers that fail, each in its way, by what they do; and the address of one that is not there. */
export async function failingServers() {
  const opened = await Promise.all(Object.values(listeners).map((listener) => listen(listener)))
  const gone = await listen(() => {})
  await gone.close()
  const names = Object.keys(listeners)
  return {
    places: {
      "nobody is there": gone.url,
      ...Object.fromEntries(opened.map(({ url }, nth) => [names[nth], url])),
    },
    close: () => Promise.all(opened.map(({ close }) => close())),
  }
}
