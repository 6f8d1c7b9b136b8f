import { createServer } from "node:http"
import { announce } from "./announce.ts"

// As long as our response with a session and its user.
const id = "00000000-0000-4000-8000-000000000000"
const answer = JSON.stringify({
  result: {
    session: { sessionToken: id + id, userId: id, expires: "2098-01-01T00:00:00.000Z" },
    user: { id, name: "Ada Lovelace", email: `${id}@example.com`, emailVerified: null, image: null },
  },
})
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(answer) }

announce(createServer((_, response) => void response.writeHead(200, headers).end(answer)))
