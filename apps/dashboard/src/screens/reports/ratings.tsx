import type { StatisticsRatingsAnswer } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../../api/lists.ts'
import { Empty } from '../../parts/empty.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { numberText, say } from '../../words/say.ts'
import { Chart } from './chart.tsx'
import { ratingsQuery } from './data.ts'

type Counts = StatisticsRatingsAnswer['total']

export function Ratings({ days }: { days: number }) {
  const query = useQuery(ratingsQuery(useWorkspaceId(), days))
  return (
    <Panel title={say('report.ratings')}>
      <Loaded query={query}>
        {(ratings) =>
          ratings.total.asked === 0 ? (
            <Empty title={say('report.noRatings')}>
              {say('report.noRatingsWhy')} <PlaceLink to="settings/automations">{say('nav.automations')}</PlaceLink>
            </Empty>
          ) : (
            <Rated ratings={ratings} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Rated({ ratings: { total, members, departments } }: { ratings: StatisticsRatingsAnswer }) {
  const names = useQuery(departmentsQuery(useWorkspaceId())).data ?? []
  const byMember = members.map((each) => ({ ...each, id: each.member, name: each.name ?? say('report.leftMember') }))
  const byDepartment = departments.map((each) => {
    const { department: id } = each
    return { ...each, id, name: names.find((known) => known.id === id)?.name ?? id }
  })
  const tables = [
    { label: say('report.ratingsByMember'), first: say('report.member'), rows: byMember },
    { label: say('report.ratingsByDepartment'), first: say('report.department'), rows: byDepartment },
  ]
  return (
    <>
      <Facts
        facts={[
          [say('report.average'), average(total)],
          [say('report.rated'), numberText(total.answers)],
          [say('report.asked'), numberText(total.asked)],
        ]}
      />
      <Chart
        label={say('report.ratings')}
        names={total.scores.map((_, i) => numberText(i + 1))}
        series={[{ name: say('report.rated'), color: 'link', values: total.scores }]}
        text={numberText}
      />
      {tables.map(
        ({ label, first, rows }) =>
          rows.length > 0 && (
            <Rows key={label} label={label} columns={columns(first)} rows={rows} keyOf={({ id }) => id} />
          ),
      )}
    </>
  )
}

const average = ({ average: score }: Counts) => (score === null ? '–' : numberText(score))

const columns = (first: string): Column<Counts & { id: string; name: string }>[] => [
  { name: first, cell: ({ name }) => name },
  { name: say('report.average'), cell: average, isNumber: true },
  { name: say('report.rated'), cell: ({ answers }) => numberText(answers), isNumber: true },
  { name: say('report.asked'), cell: ({ asked }) => numberText(asked), isNumber: true },
]
