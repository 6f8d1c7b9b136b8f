import { conformance } from "../../../src/conformance/runners/node-test.ts"
import { chosenCases, faultyFactory } from "./faulty-adapter.ts"

await conformance({ factory: faultyFactory, only: chosenCases, name: "faulty" })
