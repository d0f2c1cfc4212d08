import { fixedFigures } from '#features/site/hero-figures.ts'
import { heroFiguresSchema } from '#features/site/schemas.ts'
import { momentText } from '#shared/dates.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import type { SiteSettings } from '#features/admin/contract-settings.ts'
import { saveHeroFigures } from '../settings-queries.ts'
import { useSettingForm } from '../use-setting-form.ts'
import { SettingSection } from './setting-section.tsx'

type Props = { setting: SiteSettings['heroFigures']; live: SiteSettings['liveFigures'] }
type Figures = readonly { value: string; label: string }[]

const names = { fixed: 'Fixed figures', live: 'Live figures' }

export function HeroFiguresForm({ setting, live }: Props) {
  const form = useSettingForm({ schema: heroFiguresSchema, setting, save: saveHeroFigures })
  return (
    <SettingSection
      title="Figures on the landing page"
      intro="Live figures are the board’s own: active jobs, different employers, and the median of what its full-time jobs pay. They are counted every few minutes."
      changes={setting.changes}
      words={({ mode }) => names[mode].toLowerCase()}
    >
      <ApiForm form={form} label="Figures on the landing page" className="flex flex-col gap-4">
        <RadioCards
          legend="What the landing page shows"
          hideLegend
          columns={2}
          options={[
            { value: 'fixed', title: names.fixed, description: <Words figures={fixedFigures} /> },
            {
              value: 'live',
              title: names.live,
              description:
                live.asOf === null ? (
                  'Counted once they are chosen.'
                ) : (
                  <Words figures={live.figures} asOf={momentText(live.asOf)} />
                ),
            },
          ]}
          {...form.group('mode')}
        />
        <SubmitButton form={form} pendingLabel="Saving..." className="self-start">
          Save figures
        </SubmitButton>
      </ApiForm>
    </SettingSection>
  )
}

function Words({ figures, asOf }: { figures: Figures; asOf?: string }) {
  return (
    <>
      <span className="block tabular-nums">{figures.map(({ value, label }) => `${value} ${label}`).join(' · ')}</span>
      {asOf !== undefined && <span className="block">As of {asOf}</span>}
    </>
  )
}
