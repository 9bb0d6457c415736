/** The times of records that a list asks for, as the query of a call takes them. */
export interface RecordTimes {
  readonly fromTime?: string;
  readonly toTime?: string;
}

/** The same times for the body of a call. */
export const timeNumbers = ({ fromTime, toTime }: RecordTimes) => ({
  ...(fromTime === undefined ? {} : { fromTime: Number(fromTime) }),
  ...(toTime === undefined ? {} : { toTime: Number(toTime) }),
});
