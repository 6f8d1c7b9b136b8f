import { describeClients, mainClients } from "./support/describe-clients.ts"

describeClients(mainClients)
