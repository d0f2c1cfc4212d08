import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { StartError } from '#platform/server/errors.ts'
import { AppError } from '#shared/errors.ts'

/** Runs a command. What the operator can mend is one line; anything else has its stack. Both end with code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
    process.exitCode = 1
  }
}

/** @throws {StartError} with the usage for unknown options, and for fewer or more words than these. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options, words = [0, 0]) {
  const [fewest = 0, most = 0] = words
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: most > 0 })
    if (positionals.length >= fewest && positionals.length <= most) return { values, words: positionals }
  } catch {
    // The same message as for a missing word.
  }
  throw new StartError(`Usage: ${usage}`)
}
