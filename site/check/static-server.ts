import { existsSync, readFileSync, statSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { extname, join, normalize } from "node:path"
import { gzipSync } from "node:zlib"

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
}

/** Serves the files of a folder, compressed as hosts do, on the loopback interface only. Port 0 is a free one. */
export function serveFolder(
  folder: string,
  port: number,
  base = "/",
): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname)
    const file = path.startsWith(base) ? fileAt(folder, path.slice(base.length)) : undefined
    const servedFile = file ?? join(folder, "404.html")
    const type = types[extname(servedFile)] ?? "application/octet-stream"
    const isText = /text|javascript|json|svg/.test(type)
    const body = readFileSync(servedFile)
    response.writeHead(file ? 200 : 404, {
      "content-type": type,
      ...(isText && { "content-encoding": "gzip" }),
    })
    response.end(isText ? gzipSync(body) : body)
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      const bound = typeof address === "object" && address ? address.port : port
      resolve({ origin: `http://localhost:${bound}`, server })
    })
  })
}

function fileAt(folder: string, path: string): string | undefined {
  const file = join(folder, normalize(`/${path}`))
  if (!existsSync(file)) return undefined
  if (!statSync(file).isDirectory()) return file
  const index = join(file, "index.html")
  return existsSync(index) ? index : undefined
}
