import { describeClients } from "./support/describe-clients.ts"

describeClients(["node:sqlite of Node 22"])
