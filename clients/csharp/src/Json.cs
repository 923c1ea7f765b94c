using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Text;

namespace AltcraftBridge {
    /// <summary>
    /// Reads and writes JSON without losing a digit of an integer: null, bool, long, BigInteger, double, string, List and Dictionary.
    /// </summary>
    public static class Json {
        public static object Parse(string text) {
            var parser = new Parser { Text = text };
            var value = parser.Value();
            parser.Space();
            return parser.At == text.Length ? value : throw parser.Fault();
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
            var isFirst = true;
            foreach (var item in items) {
                if (!isFirst) text.Append(',');
                isFirst = false;
                write(item);
            }
            text.Append(close);
        }

        private static void WriteText(string value, StringBuilder text) {
            text.Append('"');
            foreach (var character in value) {
                if (character == '"' || character == '\\') text.Append('\\').Append(character);
                else if (character < ' ') text.Append("\\u").Append(((int)character).ToString("x4"));
                else text.Append(character);
            }
            text.Append('"');
        }

        private sealed class Parser {
            public string Text;
            public int At;

            public FormatException Fault() => new FormatException("invalid JSON at position " + At);
            private char Next => At < Text.Length ? Text[At] : throw Fault();

            public void Space() {
                while (At < Text.Length && " \t\r\n".IndexOf(Text[At]) >= 0) At++;
            }

            private bool Takes(char character) {
                Space();
                if (Next != character) return false;
                At++;
                return true;
            }

            public object Value(int depth = 0) {
                if (depth > 512) throw Fault();
                if (Takes('{')) {
                    var members = new Dictionary<string, object>();
                    if (Takes('}')) return members;
                    do {
                        var name = Takes('"') ? Characters() : throw Fault();
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
                if (Takes('"')) return Characters();
                var start = At;
                while (At < Text.Length && ",]} \t\r\n".IndexOf(Text[At]) < 0) At++;
                var word = Text.Substring(start, At - start);
                if (word == "null") return null;
                if (word == "true" || word == "false") return word == "true";
                if (long.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var integer)) return integer;
                if (BigInteger.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var big)) return big;
                return double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : throw Fault();
            }

            private string Characters() {
                var text = new StringBuilder();
                for (; Next != '"'; At++) {
                    if (Next != '\\') { text.Append(Next); continue; }
                    At++;
                    var place = "bfnrt".IndexOf(Next);
                    if (Next == 'u') {
                        text.Append((char)ushort.Parse(Text.Substring(At + 1, 4), NumberStyles.HexNumber));
                        At += 4;
                    } else text.Append(place < 0 ? Next : "\b\f\n\r\t"[place]);
                }
                At++;
                return text.ToString();
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
