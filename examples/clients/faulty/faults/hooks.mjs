/** Changes a member of the modify body that is there; `undefined` takes it out. */
export function member(name, change, when = () => true) {
  return {
    members: (members, about) => {
      if (!Object.hasOwn(members, name) || !when(members, about)) return members;
      const { [name]: value, ...others } = members;
      const changed = change(value, members, about);
      return changed === undefined ? others : { ...members, [name]: changed };
    },
  };
}

/** Takes a member out. */
export const without = (name, when) => member(name, () => undefined, when);

/** Adds members, where there is reason to. */
export function adding(added, when) {
  return { members: (members, about) => (when(about) ? { ...members, ...added(about) } : members) };
}

/** Whether a body is of an order type. */
export const isOf =
  (...types) =>
  ({ orderTypeCd }) =>
    types.includes(orderTypeCd);

/** Changes a header of an operation; `undefined` takes it out. */
export function header(operation, name, change) {
  return {
    headers: (headers, about) => {
      if (about.operation !== operation) return headers;
      const changed = headers.map(([key, value]) => [key, key === name ? change(value, about) : value]);
      return changed.filter(([, value]) => value !== undefined);
    },
  };
}

/** Adds a header to requests of an operation, or of both. */
export function oneMoreHeader(make, only) {
  return {
    headers: (headers, about) => {
      const isMeant = only === undefined || about.operation === only;
      return isMeant ? [...headers, make(about, new Map(headers))] : headers;
    },
  };
}

/** Adds a parameter to the query of an operation, or of both. */
export function oneMoreParameter(make, only) {
  return {
    parameters: (parameters, about) =>
      only === undefined || about.operation === only ? [...parameters, make(about)] : parameters,
  };
}

/** Whether the lookup's parameters are handed to the hook. */
export function lookupParameters(change) {
  return {
    parameters: (parameters, about) => (about.operation === 'lookup' ? change(parameters, about) : parameters),
  };
}

/** Changes the value of one parameter of lookups. */
export function parameter(name, change) {
  return lookupParameters((parameters, about) =>
    parameters.map(([key, value]) => [key, key === name ? change(value, about) : value]),
  );
}

/** Says something else of a modify, given its answer. */
export function takingFor(told) {
  return { told: (right, { answer, order }) => (answer === undefined ? right : (told(answer, order) ?? right)) };
}
