declare module "dynalite" {
  import type { Server } from "node:http"
  export default function dynalite(options: { createTableMs?: number }): Server
}

declare module "azurite/dist/src/table/TableConfiguration.js" {
  const module: { default: new () => object }
  export default module
}

declare module "azurite/dist/src/table/TableServer.js" {
  type TableServer = { start(): Promise<void>; close(): Promise<void>; getHttpServerAddress(): string }
  const module: { default: new (configuration: object) => TableServer }
  export default module
}
