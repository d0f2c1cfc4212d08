import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Child = {
  ask<Question, Answer>(question: Question): Promise<Answer>
  pid: number
  stop(): void
}

type Reply = { answer: unknown } | { error: string }

/** Runs a program of the bench as a process of its own; it ends with this one. */
export function startChild(file: URL): Child {
  const child = fork(fileURLToPath(file), { serialization: 'advanced' })
  return {
    pid: child.pid ?? 0,
    ask: (question) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`${file.href} ended with ${code}`))
        child.once('exit', ended)
        child.once('message', (reply: Reply) => {
          child.off('exit', ended)
          if ('error' in reply) reject(new Error(reply.error))
          else resolve(reply.answer as never)
        })
        child.send(question as never)
      }),
    stop: () => child.disconnect(),
  }
}

/** The other side: answers one question after the other, until the parent is gone. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', (question: Question) => {
    void answer(question).then(
      (it) => process.send?.({ answer: it }),
      (error: unknown) =>
        process.send?.({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    )
  })
  process.once('disconnect', () => process.exit())
}
