import { FileSearch } from 'lucide-react'
import { resumePath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import type { CvReading } from '#features/profiles/contract.ts'
import {
  profileField,
  textOfField,
  type ProfileFieldName,
  type ProfileValues,
} from '#features/profiles/fields.ts'

type Props = {
  values: ProfileValues
  onUse: (name: ProfileFieldName, values: readonly string[]) => void
}

/** Proposes what the CV on file says; each field is confirmed by a press, and saved with the form. */
export function CvReader({ values, onUse }: Props) {
  const current = useCurrentUser()
  const reading = useAction({
    call: () => callApi('POST /api/profile/reading'),
    failure: 'We could not read your CV',
  })
  const hasCv = current.status === 'signed-in' && current.user.cvFileName !== null
  if (!hasCv)
    return (
      <p className="text-muted">
        With a <TextLink to={resumePath}>CV on file</TextLink>, we can fill in some of it for you.
      </p>
    )
  return (
    <LabeledSection title="Fill in from your CV" className={`${cardClass} p-5`}>
      <p className="mt-1 max-w-prose text-muted">
        We read the file here, and show what we found with its words. We keep nothing that you do
        not confirm and save.
      </p>
      <ActionButton
        action={reading}
        label="Read my CV"
        pendingLabel="Reading..."
        look="secondary"
        icon={FileSearch}
        className="mt-3"
      />
      <div role="status" className="mt-4 empty:hidden">
        {reading.data && <Reading reading={reading.data} values={values} onUse={onUse} />}
      </div>
    </LabeledSection>
  )
}

const problems: Record<NonNullable<CvReading['problem']>, string> = {
  format: 'We cannot read old Word files. Save it as a PDF or DOCX and upload that.',
  unread: 'We could not read this file within our limits. A shorter PDF may work.',
  pictures: 'This file has no text, only pictures of it, so there is nothing to read.',
}

function Reading({ reading, values, onUse }: Props & { reading: CvReading }) {
  const { found, problem, pages, pagesRead, hasName } = reading
  if (problem !== null) return <Alert>{problems[problem]}</Alert>
  const notes = [
    !hasName && 'Your last name is not in this file. Is it your own CV?',
    pagesRead < pages && `We read the first ${pagesRead} of ${pages} pages.`,
    found.length === 0 && 'We found nothing that belongs in a profile.',
  ].filter((note) => note !== false)
  return (
    <div className="flex flex-col gap-4">
      {notes.length > 0 && <Alert>{notes.join(' ')}</Alert>}
      <ul className="flex flex-col">
        {found.map(({ field, values: read, words }) => (
          <li
            key={field}
            className="flex flex-wrap items-start justify-between gap-3 border-t border-line py-3"
          >
            <div className="min-w-0 basis-60 grow">
              <p className="font-semibold wrap-anywhere">
                {profileField(field).label}: {textOfField(field, read)}
              </p>
              <p className="text-xs text-muted wrap-anywhere">“{words}”</p>
            </div>
            {String(values[field]) === String(read) ? (
              <p className="text-sm text-muted">In the form</p>
            ) : (
              <Button
                label="Use it"
                about={`for ${profileField(field).label}`}
                look="secondary"
                size="sm"
                onClick={() => onUse(field, read)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
