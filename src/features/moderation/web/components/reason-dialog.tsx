import { useState, type KeyboardEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, focusFirst } from '#ui/dialog.tsx'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import { readyReasons, type Asks, type Words } from '../queries.ts'

export type Question = Asks & {
  /** A posting's title, or the number of postings. */
  subject: string
}

type Props = { question: Question; onClose: () => void; onWords: (words: Words) => void }

const maxLength = 1000

const mailed = 'We email this to the poster, if there is one. Ctrl+Enter sends it.'

/** Asks for the texts of the mails. Enter starts a new line and sends nothing; Ctrl+Enter sends. */
export function ReasonDialog({ question, onClose, onWords }: Props) {
  const { subject, title, effect, button, hint = mailed } = question
  const { reason: asksReason = false, answer: asksAnswer = false } = question
  const [reason, setReason] = useState('')
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)

  function send() {
    if (asksReason && reason.trim() === '') setMissing(true)
    else onWords({ reason: reason.trim(), answer: answer.trim() })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      {/* No submit button: Enter in the list of ready-made words would press it. */}
      <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
        <p className="font-semibold">{subject}</p>
        <p>{effect}</p>
        {asksReason && (
          <>
            <SelectField
              label="Ready-made reasons"
              value=""
              onChange={(event) => setReason(event.target.value)}
              empty="Choose one, then edit it if needed"
              options={readyReasons}
            />
            <TextAreaField
              label="Reason for the poster"
              hint={hint}
              error={missing ? 'Please give a reason' : undefined}
              ref={focusFirst}
              maxLength={maxLength}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </>
        )}
        {asksAnswer && (
          <TextAreaField
            label="Answer to the people who reported it"
            hint="We email them the decision in any case. Ctrl+Enter sends."
            optional
            {...(!asksReason && { ref: focusFirst })}
            maxLength={maxLength}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
        <DialogActions>
          <Button label={button} look={asksReason ? 'danger' : 'primary'} onClick={send} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
