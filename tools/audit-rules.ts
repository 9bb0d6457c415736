/** An advisory that is known and does not stop the audit before its day. */
export interface Allowance {
  /** The advisory's id at GitHub, `GHSA-…`. */
  readonly advisory: string;
  readonly package: string;
  readonly reason: string;
  /** The last day, `YYYY-MM-DD`, on which it is allowed. */
  readonly until: string;
}

/** The part of the JSON report of `npm audit` that is read here. */
interface Report {
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly via: readonly (
          | string
          | {
              readonly url: string;
              readonly title: string;
              readonly severity: string;
              readonly range: string;
            }
        )[];
      }
    >
  >;
}

export interface Audit {
  /** True if the registry told any advisories. False is no good news: nothing was checked. */
  readonly isChecked: boolean;
  /** One line for each advisory that is not allowed, and for each allowance that is over or needless. */
  readonly faults: readonly string[];
}

/** Reads a report of `npm audit --json` on a day, `YYYY-MM-DD`. Throws SyntaxError where it is no JSON. */
export function judge(json: string, allowances: readonly Allowance[], today: string): Audit {
  const { vulnerabilities } = JSON.parse(json) as Report;
  if (vulnerabilities === undefined) return { isChecked: false, faults: [] };
  const found = Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via.flatMap((each) =>
      typeof each === 'string' ? [] : [{ ...each, name, id: each.url.slice(each.url.lastIndexOf('/') + 1) }],
    ),
  );
  const allowanceOf = ({ id, name }: { id: string; name: string }) =>
    allowances.find(({ advisory, package: of }) => advisory === id && of === name);
  const open = found.filter((each) => {
    const allowance = allowanceOf(each);
    return allowance === undefined || allowance.until < today;
  });
  const needless = allowances.filter((each) => !found.some((one) => allowanceOf(one) === each));
  return {
    isChecked: true,
    faults: [
      ...open.map(({ name, range, severity, id, title }) => `${name} ${range}: ${severity}, ${id}: ${title}`),
      ...needless.map((each) => `${each.package}: ${each.advisory} is allowed and no longer reported`),
    ],
  };
}
