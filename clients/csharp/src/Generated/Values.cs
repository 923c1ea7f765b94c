// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>Reads and writes JSON without losing a digit of an integer: null, bool, long, BigInteger, double, string, List and Dictionary.</summary>
    public static class Json {
        public static object Parse(string text) {
            var parser = new Parser { Text = text };
            var value = parser.Value();
            return parser.IsOver ? value : throw parser.Fault();
        }

        public static string Write(object value) {
            var text = new StringBuilder();
            Write(value, text);
            return text.ToString();
        }

        private static void Write(object value, StringBuilder text) {
            if (value is JsonRecord record) value = record.Json;
            if (value is string characters) WriteText(characters, text);
            else if (value is IDictionary<string, object> members) WriteAll(members, '{', '}', text, member => { WriteText(member.Key, text); text.Append(':'); Write(member.Value, text); });
            else if (value is IDictionary others) WriteAll(others.Keys.Cast<object>(), '{', '}', text, key => { WriteText(key as string ?? throw Unknown(key), text); text.Append(':'); Write(others[key], text); });
            else if (value is IEnumerable items) WriteAll(items.Cast<object>(), '[', ']', text, item => Write(item, text));
            else text.Append(Word(value));
        }

        private static string Word(object value) {
            if (value == null) return "null";
            if (value is bool truth) return truth ? "true" : "false";
            var isReal = value is double number && !double.IsNaN(number) && !double.IsInfinity(number) || value is float single && !float.IsNaN(single) && !float.IsInfinity(single);
            var isWhole = value is long || value is int || value is short || value is sbyte || value is ulong || value is uint || value is ushort || value is byte || value is BigInteger;
            return isReal || isWhole || value is decimal ? ((IFormattable)value).ToString(isReal ? "R" : isWhole ? "D" : "G", CultureInfo.InvariantCulture) : throw Unknown(value);
        }

        private static ArgumentException Unknown(object value) => new ArgumentException("JSON has no " + value.GetType() + " such as " + value);

        private static void WriteAll<T>(IEnumerable<T> items, char open, char close, StringBuilder text, System.Action<T> write) {
            text.Append(open);
            var start = text.Length;
            foreach (var item in items) {
                if (text.Length > start) text.Append(',');
                write(item);
            }
            text.Append(close);
        }

        private static void WriteText(string value, StringBuilder text) =>
            text.Append('"').Append(Escaped.Replace(value, found => found.Value[0] < ' ' ? "\\u" + ((int)found.Value[0]).ToString("x4") : "\\" + found.Value)).Append('"');

        private static readonly Regex Escaped = new Regex("[\"\\\\\\x00-\\x1f]");

        private sealed class Parser {
            private static readonly Regex Characters = new Regex("\\G(?>(?:[^\"\\\\]+|\\\\(?:u[0-9a-fA-F]{4}|[\"\\\\/bfnrt]))*)\"");
            private static readonly Regex Escape = new Regex("\\\\(?:u(....)|(.))");
            public string Text;
            private int at;

            public FormatException Fault() => new FormatException("invalid JSON at position " + at);

            public bool IsOver {
                get {
                    while (at < Text.Length && " \t\r\n".IndexOf(Text[at]) >= 0) at++;
                    return at == Text.Length;
                }
            }

            private bool Takes(char character) {
                if (IsOver || Text[at] != character) return false;
                at++;
                return true;
            }

            public object Value(int depth = 0) {
                if (depth > 512) throw Fault();
                if (Takes('{')) {
                    var members = new Dictionary<string, object>();
                    if (Takes('}')) return members;
                    do {
                        var name = Takes('"') ? String() : throw Fault();
                        members[name] = Takes(':') ? Value(depth + 1) : throw Fault();
                    } while (Takes(','));
                    return Takes('}') ? members : throw Fault();
                }
                if (Takes('[')) {
                    var items = new List<object>();
                    if (Takes(']')) return items;
                    do items.Add(Value(depth + 1)); while (Takes(','));
                    return Takes(']') ? items : throw Fault();
                }
                return Takes('"') ? String() : Word();
            }

            private object Word() {
                var start = at;
                while (at < Text.Length && ",]} \t\r\n".IndexOf(Text[at]) < 0) at++;
                var word = Text.Substring(start, at - start);
                if (word == "null" || word == "true" || word == "false") return word == "null" ? null : (object)(word == "true");
                if (long.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer)) return integer;
                if (BigInteger.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var big)) return big;
                return double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && !double.IsInfinity(number) ? number : throw Fault();
            }

            private string String() {
                var found = Characters.Match(Text, at);
                if (!found.Success) throw Fault();
                at += found.Length;
                return Escape.Replace(found.Value.Substring(0, found.Length - 1), escape => escape.Groups[1].Success
                    ? ((char)ushort.Parse(escape.Groups[1].Value, NumberStyles.HexNumber)).ToString() : "\b\f\n\r\t\"\\/"["bfnrt\"\\/".IndexOf(escape.Groups[2].Value[0])].ToString());
            }
        }
    }

    /// <summary>An object of the interface. It keeps members that this version of the interface does not name.</summary>
    public abstract class JsonRecord {
        public IDictionary<string, object> Json { get; }
        protected JsonRecord(IDictionary<string, object> json = null) { Json = json ?? new Dictionary<string, object>(); }
        public object this[string name] { get => Json.TryGetValue(name, out var value) ? value : null; set => Json[name] = value; }
        protected T Member<T>(string name, Func<object, T> read) => read(this[name]);
        public override string ToString() => AltcraftBridge.Json.Write(this);
    }

    /// <summary>The functions that read a value of JSON as a type. They throw an InvalidCastException for another form.</summary>
    internal static class Read {
        public static object Any(object json) => json;
        public static string Text(object json) => (string)(json ?? throw new InvalidCastException("a text is missing"));
        public static long Integer(object json) => json is long number ? number : throw new InvalidCastException("not an integer of 64 bits");
        public static double Number(object json) => json is double number ? number : json is BigInteger big ? (double)big : Integer(json);
        public static bool Boolean(object json) => json is bool truth ? truth : throw new InvalidCastException("not true or false");
        public static IDictionary<string, object> Object(object json) => json as IDictionary<string, object> ?? throw new InvalidCastException("not an object");
        public static Func<object, T> OrNull<T>(Func<object, T> read) where T : class => json => json == null ? null : read(json);
        public static Func<object, T?> OrNone<T>(Func<object, T> read) where T : struct => json => json == null ? (T?)null : read(json);
        public static Func<object, List<T>> ListOf<T>(Func<object, T> read) => json => ((List<object>)(json ?? throw new InvalidCastException("a list is missing"))).ConvertAll(item => read(item));
    }

    /// <summary>The parameters of a call. An optional one that is null is left out.</summary>
    public sealed class Parameters : Dictionary<string, object> {
        public Parameters With(string name, object value) { this[name] = value; return this; }
        public Parameters WithOptional(string name, object value) => value == null ? this : With(name, value);
    }
}
