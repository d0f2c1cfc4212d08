import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { StartError } from '#platform/server/errors.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Runs a command. What the operator can mend is one line; anything else has its stack. Both end
 * with code 1.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    const isPlain = error instanceof StartError || error instanceof AppError || isOfFile(error)
    console.error(isPlain ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/** 'EACCES: permission denied, open '/root/jobs.json'' says all that there is to say. */
const isOfFile = (error: unknown): boolean =>
  error instanceof Error && 'path' in error && 'syscall' in error

/**
 * @throws {StartError} with the usage for unknown options, and for fewer or more words than these.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  usage: string,
  options: Options,
  words = [0, 0],
) {
  const [fewest = 0, most = 0] = words
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: most > 0 })
    if (positionals.length >= fewest && positionals.length <= most)
      return { values, words: positionals }
  } catch {
    // The same message as for a missing word.
  }
  throw new StartError(`Usage: ${usage}`)
}
