import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { unlistedHead } from '#features/site/page-head.ts'
import { employerDashboardPath, employerPostingPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#ui/field.tsx'
import { cardClass } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { Link, useShownPage, type PageLoad } from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { maxQuestions, questionKinds, type Question } from '../model.ts'
import { questionsFormSchema } from '../schemas.ts'
import { InboxDesk } from './components/inquiry-parts.tsx'
import { questionsQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(questionsQuery(id))

export const head = unlistedHead('Questions', 'What a posting asks those who apply.', employerDashboardPath)

export function Page() {
  const { id = '' } = useShownPage().params
  const query = useQuery(questionsQuery(id))
  return (
    <InboxDesk>
      <Link to={employerPostingPath(id)} className="text-link mt-4 inline-flex min-h-8 items-center gap-2">
        <ArrowLeft aria-hidden className="size-4" /> Posting
      </Link>
      <h1 className="mt-2 text-xl font-bold">Questions to applicants</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        The inquiry form asks them, up to {maxQuestions}. Answers that you got stay as they are when you change or delete a
        question.
      </p>
      <Loaded query={query} failure="This is not one of your postings, or it could not be loaded.">
        {({ questions }) => <QuestionsForm id={id} questions={questions} />}
      </Loaded>
    </InboxDesk>
  )
}

function QuestionsForm({ id, questions }: { id: string; questions: readonly Question[] }) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: questionsFormSchema,
    defaults: { questions: questions.map((it) => ({ ...it, choices: it.choices.join('\n') })) },
    submit: (body) => callApi('PUT /api/job-postings/:id/questions', { params: { id }, body }),
    done: () => {
      toast({ title: 'Questions saved', description: 'The inquiry form asks them from now on.' })
      void invalidateCalls(queryClient, ['GET /api/job-postings/:id/questions', 'GET /api/jobs/:id/recipient'])
    },
    failure: { title: 'Failed to save the questions' },
  })
  const { fields, append, remove } = useFieldArray({ control: form.hook.control, name: 'questions', keyName: 'key' })
  return (
    <ApiForm form={form} label="Questions" className="flex max-w-form flex-col gap-4">
      {fields.map(({ key }, index) => (
        <fieldset key={key} className={`${cardClass} flex flex-col gap-4 p-5`}>
          <legend className="sr-only">Question {index + 1}</legend>
          <FormField form={form} name={`questions.${index}.label`} label={`Question ${index + 1}`}>
            {(control) => <TextInput {...control} />}
          </FormField>
          <FormField form={form} name={`questions.${index}.kind`} label="Answer">
            {(control) => <Select {...control} options={questionKinds} />}
          </FormField>
          {form.hook.watch(`questions.${index}.kind`) === 'choice' && (
            <FormField form={form} name={`questions.${index}.choices`} label="Choices" hint="One a line">
              {(control) => <TextArea {...control} rows={4} />}
            </FormField>
          )}
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Checkbox {...form.hook.register(`questions.${index}.isRequired`)} label="Must be answered" />
            <Button
              label="Delete"
              look="quiet"
              size="sm"
              icon={Trash2}
              aria-label={`Delete question ${index + 1}`}
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
      ))}
      {fields.length < maxQuestions && (
        <Button
          label="Add a question"
          look="secondary"
          icon={Plus}
          className="self-start"
          disabled={!form.ready}
          onClick={() => append({ id: crypto.randomUUID(), kind: 'text', label: '', choices: '', isRequired: true })}
        />
      )}
      <SubmitButton label="Save questions" form={form} pendingLabel="Saving..." className="self-start" />
    </ApiForm>
  )
}
