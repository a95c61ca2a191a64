//! Tables of labels alone, in the forms that people have them, and labels that the user chooses.

use idxlens::{
    error::{CsvFault, Error, Foreign},
    format::{
        csv::{Columns, Csv, LabelChoice},
        encode::gzip,
    },
};

use super::{convert, convert_with, feed, images, labels, layouts, named, names, read, refused, row, table};

/// What comes out of a table that has only labels.
pub(super) struct Alone {
    pub(super) labels: Vec<f64>,
    pub(super) names: String,
    pub(super) columns: Columns,
}

fn alone(file: &[u8]) -> Alone {
    alone_with(file, LabelChoice::Detected)
}

fn alone_with(file: &[u8], label: LabelChoice) -> Alone {
    alone_in(file, Csv::new(file.len() as u64).with_label(label))
}

pub(super) fn alone_in(file: &[u8], mut csv: Csv) -> Alone {
    let (mut labels, mut names) = (vec![], vec![]);
    let fed = feed(&mut csv, file, |csv, begins_again| {
        if begins_again {
            (labels, names) = (vec![], vec![]);
        }
        let [images, more] = csv.take_output();
        assert!(images.is_empty());
        labels.extend(more);
        names.extend(csv.take_names());
    });
    assert_eq!(fed, Ok(()));
    let [images, header] = csv.headers();
    assert_eq!((images, csv.are_images()), (None, Some(false)));
    let labels = read(&[header.unwrap().to_bytes(), labels].concat()).1;
    Alone { labels, names: String::from_utf8(names).unwrap(), columns: csv.columns().unwrap() }
}

#[test]
fn spaces_separate_columns_with_names() {
    for (text, classes) in [
        ("label split\ncat train\ndog test\ncat train\ndog test\ncat train\ndog test\n", ["cat", "dog"]),
        ("a.png cat\na.png cat\nb.png dog\nb.png dog\n", ["cat", "dog"]),
    ] {
        assert_eq!(alone(text.as_bytes()).columns.class_names, named(&classes), "{text}");
    }
}

#[test]
fn an_empty_line_between_labels_is_a_missing_label() {
    for (text, line) in [("1\n2\n\n1\n2\n", 3), ("label\ndog\ncat\n\ndog\ncat\n", 4)] {
        assert_eq!(refused(text), Error::Csv(CsvFault::Missing { line, column: 1 }), "{text}");
    }
    // At the end it is none, nor before the labels.
    assert_eq!(alone(b"\n1\n2\n1\n2\n\n\n").labels, [1.0, 2.0, 1.0, 2.0]);
}

#[test]
fn classes_of_several_words_stand_alone_in_their_lines() {
    let lines = ["Bag", "Ankle boot", "T-shirt/top", "Ankle boot", "Bag", "T-shirt/top", "Bag"];
    for header in ["", "label\n"] {
        for quote in ["", "\""] {
            let text: String = lines.map(|line| format!("{quote}{line}{quote}\n")).concat();
            let table = alone(format!("{header}{text}").as_bytes());
            assert_eq!(table.labels, [1.0, 0.0, 2.0, 0.0, 1.0, 2.0, 1.0]);
            assert_eq!(table.columns.class_names, named(&["Ankle boot", "Bag", "T-shirt/top"]));
        }
    }
}

#[test]
fn the_column_of_row_names_may_have_no_name() {
    let values = [" 1 -1 -1", "-1  1 -1", "-1 -1  1", "-1  1  1"];
    let rows = [0, 1, 2, 3].map(|item| format!("00{item}.jpg {}\n", values[item])).concat();
    let header = "Bald Male Young \n";
    for text in
        [format!("4\n{header}{rows}"), format!("{header}{rows}"), format!("4\n{header}{}", rows.replace('\n', " \n"))]
    {
        let csv = Csv::new(text.len() as u64).alone(true);
        let Alone { labels, names, columns } = alone_in(text.as_bytes(), csv);
        assert_eq!(
            (labels, &names[..]),
            (vec![1.0, -1.0, -1.0, -1.0], "000.jpg\n001.jpg\n002.jpg\n003.jpg\n"),
            "{text}"
        );
        assert_eq!((columns.count, columns.label_name.as_deref()), (4, Some("Bald")));
        assert_eq!(columns.choices.iter().map(|(_, name)| &name[..]).collect::<Vec<_>>(), ["Bald", "Male", "Young"]);
    }
}

#[test]
fn tables_of_r_have_no_name_above_their_row_names() {
    let row = |item: usize| format!("\"{item}\" {item}.5 {} \"{}\"\n", item % 7, ["a", "b"][item % 2]);
    let rows = (1..=20).map(row).collect::<Vec<_>>().concat();
    let text = format!("\"size\" \"age\" \"species\"\n{rows}");
    assert_eq!(layouts(&text), ["f32,20x2,12", "u8,20,8"]);
    assert_eq!(labels(&text).1[..3], [1.0, 0.0, 1.0]);
    assert_eq!(images(&text).1[..4], [1.5, 1.0, 2.5, 2.0]);
}

#[test]
fn labels_may_be_alone_or_beside_the_names_of_files() {
    for file in [b"id,label\n5,7\n9,2\n".to_vec(), gzip(b"id,label\n5,7\n9,2\n")] {
        let Alone { labels, names, columns } = alone(&file);
        assert_eq!((labels, &names[..], columns.left_out.len()), (vec![7.0, 2.0], "5\n9\n", 0));
    }
    let Alone { labels, names, columns } = alone(b"label\n7\n2\n");
    assert_eq!((labels, &names[..], columns.left_out.len()), (vec![7.0, 2.0], "", 0));
    let table = alone(b"file_name,split,label\n\"b, c.png\",train,dog\na.png,test,cat\n");
    assert_eq!((table.labels, &table.names[..]), (vec![1.0, 0.0], "b, c.png\na.png\n"));
    assert_eq!((table.columns.class_names, table.columns.left_out), (named(&["cat", "dog"]), vec!["split".to_owned()]));
    // The column that names the files, wherever it is, and not the index of Pandas.
    for (text, expected) in [
        (",file_name,label\n0,3.png,7\n1,2.png,8\n", "3.png\n2.png\n"),
        ("split,of,label\ntrain,a,7\ntrain,b,8\n", "a\nb\n"),
        ("label,id\n7,1\n8,0\n", "1\n0\n"),
        ("file,class,label\na.png,cat,7\nb.png,dog,8\n", "a.png\nb.png\n"),
        ("digit,y,image\n7,1,c.png\n8,2,d.png\n", "c.png\nd.png\n"),
        ("image,width,height,label\nc.png,10,9,7\nd.png,12,9,8\n", "c.png\nd.png\n"),
    ] {
        let table = alone(text.as_bytes());
        assert_eq!((&table.names[..], table.labels), (expected, vec![7.0, 8.0]), "{text}");
    }
    // Without the name of a label, if nothing else can be one.
    for (text, expected, names) in [
        ("2\n0\n1\n2\n", vec![2.0, 0.0, 1.0, 2.0], ""),
        (",0\n0,2\n1,0\n2,1\n", vec![2.0, 0.0, 1.0], "0\n1\n2\n"),
        ("7,1\n2,0\n9,1\n4,0\n", vec![1.0, 0.0, 1.0, 0.0], "7\n2\n9\n4\n"),
        ("7 pug\n2 cat\n9 pug\n4 cat\n", vec![1.0, 0.0, 1.0, 0.0], "7\n2\n9\n4\n"),
        ("id,kind\nx1,pug\nx2,cat\nx3,pug\nx4,cat\n", vec![1.0, 0.0, 1.0, 0.0], "x1\nx2\nx3\nx4\n"),
        ("a.png,b\nc.JPG,a\nd.png,b\ne.png,a\n", vec![1.0, 0.0, 1.0, 0.0], "a.png\nc.JPG\nd.png\ne.png\n"),
    ] {
        let table = alone(text.as_bytes());
        assert_eq!((&table.names[..], table.labels), (names, expected), "{text}");
        assert_eq!(table.columns.is_named, names.is_empty(), "{text}");
    }
    // Words that are no classes leave nothing.
    assert_eq!(refused(&format!("id,label\n1,{}\n2,b\n", "a".repeat(300))), Error::Foreign(Foreign::Csv));
    // The names begin again with the labels.
    let row = |(item, class)| format!("{item}.png,{class}");
    let classes = [vec!["b"; 40_000], vec!["a"; 10_000]].concat();
    let rows: Vec<String> = (0..50_000).zip(classes).map(row).collect();
    let table = alone(format!("file,label\n{}\n", rows.join("\n")).as_bytes());
    assert_eq!((table.labels.len(), table.labels[0], table.labels[49_999]), (50_000, 1.0, 0.0));
    assert_eq!((table.names.lines().count(), table.names.lines().last()), (50_000, Some("49999.png")));
}

#[test]
fn label_files_of_well_known_datasets_open() {
    // The name of a label is written in several ways, and what is beside it describes the picture.
    let signs = alone(b"Filename;Width;Height;Roi.X1;ClassId\n00000.ppm;29;30;5;11\n00001.ppm;30;30;5;42\n");
    assert_eq!((signs.labels, &signs.names[..]), (vec![11.0, 42.0], "00000.ppm\n00001.ppm\n"));
    let eyes = alone(b"id_code,diagnosis\n000c1434d8d7,2\n001639a390f0,4\n");
    assert_eq!((eyes.labels, &eyes.names[..]), (vec![2.0, 4.0], "000c1434d8d7\n001639a390f0\n"));
    let skin = "lesion_id,image_id,dx,dx_type,age,sex\nH1,ISIC_1,bkl,histo,80.0,male\nH1,ISIC_2,nv,histo,,female\n";
    let skin = alone(skin.as_bytes());
    assert_eq!((skin.labels, &skin.names[..]), (vec![0.0, 1.0], "ISIC_1\nISIC_2\n"));
    assert_eq!(skin.columns.class_names, named(&["bkl", "nv"]));
    let moles =
        "isic_id,patient_id,sex,age,site,diagnosis,target\nISIC_1,P1,m,40,torso,nevus,1\nISIC_2,P1,m,41,head,nevus,0\n";
    let moles = alone(moles.as_bytes());
    assert_eq!((moles.labels, &moles.names[..]), (vec![1.0, 0.0], "ISIC_1\nISIC_2\n"));
    // Beside pictures any whole numbers are labels, and one of several columns of words is one, which a message names.
    let validation = alone(b"val_1.JPEG 65\nval_2.JPEG 970\nval_3.JPEG 230\n");
    assert_eq!(validation.labels.len(), 3);
    let dogs = alone(b"1.jpg golden retriever\n2.jpg pug\n3.jpg golden retriever\n4.jpg pug\n");
    assert_eq!(
        (dogs.labels, dogs.columns.class_names),
        (vec![0.0, 1.0, 0.0, 1.0], named(&["golden retriever", "pug"]))
    );
    // Several classes of a picture are a word, and no decimals.
    let several = alone(b"file;label\na.jpg;1,2\nb.jpg;3\nc.jpg;1,2\nd.jpg;3\n");
    assert_eq!((several.labels, several.columns.class_names), (vec![4.0, 3.0, 4.0, 3.0], vec![(4, "1,2".into())]));
    // A last line that is cut has fewer fields, and no class with spaces.
    let cut = alone(b"a.jpg 0 cat\nb.jpg 1 dog\nc.jpg 0 cat\nd.jpg 1 dog\ne.jpg 0\n");
    assert_eq!((cut.labels.len(), cut.columns.short_line), (4, Some(5)));
    let faces = alone(b"file,gender,race,age\n1.jpg,m,a,30\n2.jpg,f,b,30\n3.jpg,f,b,31\n4.jpg,m,b,31\n");
    assert_eq!((faces.labels, faces.columns.is_named), (vec![1.0, 0.0, 0.0, 1.0], false));
    assert_eq!(faces.columns.left_out, ["race", "age"]);
    // Pairs of a number that counts and a label, and words alone.
    for (text, labels, classes) in [
        ("0,1\n1,2\n2,1\n3,2\n", [1.0, 2.0, 1.0, 2.0], vec![]),
        ("1 1\n2 1\n3 2\n4 2\n", [1.0, 1.0, 2.0, 2.0], vec![]),
        ("0,dog\n1,cat\n2,dog\n3,cat\n", [1.0, 0.0, 1.0, 0.0], named(&["cat", "dog"])),
    ] {
        let pairs = alone(text.as_bytes());
        assert_eq!((&pairs.labels[..], pairs.columns.class_names), (&labels[..], classes), "{text}");
        assert_eq!(pairs.names.lines().count(), 4, "{text}");
    }
    for header in ["", "label\n"] {
        let words = alone(format!("{header}dog\ncat\ndog\ncat\n").as_bytes());
        assert_eq!((words.labels, words.columns.class_names), (vec![1.0, 0.0, 1.0, 0.0], named(&["cat", "dog"])));
    }
}

#[test]
fn a_column_for_each_class_is_a_label() {
    let text = "image,MEL,NV,BCC\nISIC_1,0.0,1.0,0.0\nISIC_2,1.0,0.0,0.0\nISIC_3,0,0,1\n";
    for file in [text.as_bytes().to_vec(), gzip(text.as_bytes())] {
        let Alone { labels, names, columns } = alone(&file);
        assert_eq!((labels, &names[..]), (vec![1.0, 0.0, 2.0], "ISIC_1\nISIC_2\nISIC_3\n"));
        assert_eq!((columns.class_names, columns.is_named), (named(&["MEL", "NV", "BCC"]), true));
    }
    // Several, or none, make them values, however late they come.
    let rows = "a.png,1,0\nb.png,0,1\n".repeat(100_000);
    for (late, last) in [("c.png,1,1\n", [1.0, 1.0]), ("c.png,0,0\n", [0.0, 0.0]), ("c.png,0.5,0.5\n", [0.5, 0.5])] {
        for text in [format!("file,p,q\n{late}{rows}{late}"), format!("file,p,q\n{rows}{late}")] {
            let converted = convert(text.as_bytes()).unwrap();
            let Columns { label, one_hot, is_named, class_names, left_out, .. } = converted.columns;
            assert_eq!((converted.labels, label, one_hot, is_named), (None, None, 0, false));
            assert_eq!((class_names, &left_out[..]), (vec![], &["file".to_owned()][..]));
            let (layout, values) = read(&converted.images);
            assert!(layout.contains("x2,"), "{layout}");
            assert_eq!(values.len(), 2 * (text.lines().count() - 1));
            assert_eq!(values[values.len() - 2..], last);
        }
    }
    // A word is damage.
    let damaged = format!("file,p,q\n{rows}c.png,?!,1\n");
    assert!(matches!(refused(&damaged), Error::Csv(CsvFault::Word { line: 200_002, column: 2, .. })));
    // Features of numbered rows can look so by chance: the page asks. A column without 1, or fewer rows than classes, are none.
    let features = alone(b"id,smoker,diabetic\n1,1,0\n2,0,1\n3,1,0\n");
    assert_eq!((features.labels, features.columns.is_named), (vec![0.0, 1.0, 0.0], false));
    for text in ["id,a,b,c\n1,0,1,0\n", "id,a,b,c\n1,0,1,0\n2,1,0,0\n3,1,0,0\n", "file,a,b,c\nx,0,1,0\ny,0,0,1\n"] {
        assert!(convert(text.as_bytes()).unwrap().labels.is_none(), "{text}");
    }
    // Other columns that name the rows are no classes.
    let named_twice = alone(b"file_name,image,cat,dog\nx,17,1,0\ny,18,0,1\nz,19,0,1\n");
    assert_eq!((named_twice.labels, named_twice.columns.class_names), (vec![0.0, 1.0, 1.0], named(&["cat", "dog"])));
    // Beside names of pictures, a class may not occur.
    let rare = alone(b"image,MEL,NV,UNK\nISIC_1,1.0,0.0,0.0\nISIC_2,0.0,1.0,0.0\nISIC_3,1.0,0.0,0.0\n");
    assert_eq!((rare.labels, rare.columns.one_hot), (vec![0.0, 1.0, 0.0], 3));
    // Values have no key.
    assert!(convert(b"p,q\n1,0\n0,1\n").unwrap().labels.is_none());
}

#[test]
fn the_label_can_be_another_column_or_none() {
    let with = |text: &str, choice| {
        let converted = convert_with(text.as_bytes(), choice).unwrap();
        let labels = converted.labels.map(|labels| read(&labels).1);
        (read(&converted.images).0, labels, converted.columns)
    };
    let text = table("", &[3, 1, 2], 64);
    let (images, labels, columns) = with(&text, LabelChoice::Column(65));
    assert_eq!((&images[..], labels, columns.label), ("u8,3x8x8,16", Some(read_column(&text, 64)), Some(65)));
    let (images, labels, columns) = with(&text, LabelChoice::Column(2));
    assert_eq!((&images[..], labels, columns.label), ("u8,3x8x8,16", Some(read_column(&text, 1)), Some(2)));
    let (images, labels, columns) = with(&text, LabelChoice::None);
    assert_eq!((&images[..], labels, columns.label), ("u8,3x65,12", None, None));
    // Its name does not matter.
    let text = format!("label,kind,{}\n{}{}", names(64), row("3,a", 7), row("1,b", 8));
    let (images, labels, columns) = with(&text, LabelChoice::Column(2));
    assert_eq!((&images[..], labels, columns.class_names), ("u8,2x65,12", Some(vec![0.0, 1.0]), named(&["a", "b"])));
    let (images, labels, columns) = with(&text, LabelChoice::None);
    assert_eq!((&images[..], labels, columns.left_out), ("u8,2x65,12", None, vec!["kind".to_owned()]));
    // All but lists and the names of rows can be chosen.
    let choices = |text: &str| convert(text.as_bytes()).unwrap().columns.choices;
    let named = |columns: &[(u64, &str)]| columns.iter().map(|&(at, name)| (at, name.to_owned())).collect::<Vec<_>>();
    let pixels = vec!["7"; 64].join(" ");
    let listed = format!("emotion,pixels,Usage\n3,{pixels},a\n1,{pixels},b\n");
    assert_eq!(choices(&listed), named(&[(1, "emotion"), (3, "Usage")]));
    let pictures = alone(b"file,sex,dx\n1.jpg,m,a\n2.jpg,f,b\n").columns;
    assert_eq!(pictures.choices, named(&[(2, "sex"), (3, "dx")]));
    assert_eq!(choices("1,2,3\n4,5,6\n"), named(&[(1, ""), (2, ""), (3, "")]));
    // A list of all numbers, or a column that is not there.
    let list = |value: &str| vec![value; 64].join(" ");
    let text = format!("emotion,pixels\n3,{}\n1,{}\n", list("7"), list("8"));
    for choice in [LabelChoice::Column(2), LabelChoice::Column(3), LabelChoice::None] {
        let (images, labels, _) = with(&text, choice);
        assert_eq!((&images[..], labels), ("u8,2x8x8,16", None), "{choice:?}");
    }
}

fn read_column(text: &str, at: usize) -> Vec<f64> {
    text.lines().map(|line| line.split(',').nth(at).unwrap().parse().unwrap()).collect()
}

#[test]
fn a_label_that_is_chosen_may_leave_one_value() {
    for (text, column, layouts) in [
        ("id,a,b\n7,1,2\n8,3,4\n", 2, ("u8,2x1,12", vec![1.0, 3.0])),
        ("5,6\n7,8\n", 1, ("u8,2x1,12", vec![5.0, 7.0])),
        ("file,p,q\na.png,1,2\nb.png,3,4\n", 2, ("u8,2x1,12", vec![1.0, 3.0])),
    ] {
        let converted = convert_with(text.as_bytes(), LabelChoice::Column(column)).unwrap();
        assert_eq!((&read(&converted.images).0[..], read(&converted.labels.unwrap()).1), layouts, "{text}");
    }
    // Beside pictures, the other columns describe them.
    let file = b"file,kind,where,age\na.png,x,tree,1\nb.png,y,tree,NA\nc.png,x,,3\nd.png,y,tree,\n";
    let fact = |column| alone_in(file, Csv::new(file.len() as u64).with_label(LabelChoice::Column(column)).alone(true));
    let place = fact(3);
    assert_eq!((place.labels, &place.names[..]), (vec![0.0; 3], "a.png\nb.png\nd.png\n"));
    assert_eq!((place.columns.class_names, place.columns.left_out.len()), (named(&["tree"]), 2));
    let age = fact(4);
    assert_eq!((age.labels, &age.names[..]), (vec![1.0, 3.0], "a.png\nc.png\n"));
    // Without names, or in the order of the items, a gap has a place.
    for (gap, by_name) in [("label\n1\nNA\n2\n", true), ("id,label\n0,1\n1,\n2,2\n", false)] {
        let mut csv = Csv::new(gap.len() as u64).alone(by_name);
        let fault = CsvFault::Missing { line: 3, column: 1 + u64::from(!by_name) };
        assert_eq!(feed(&mut csv, gap.as_bytes(), |csv, _| drop(csv.take_output())), Err(Error::Csv(fault)));
    }
    // Pairs that look like labels can be values.
    let pairs = "1,3\n2,4\n3,4\n4,2\n5,1\n";
    assert_eq!(alone(pairs.as_bytes()).labels.len(), 5);
    let chosen = alone_with(pairs.as_bytes(), LabelChoice::Column(2));
    assert_eq!((chosen.labels.len(), &chosen.names[..]), (5, "1\n2\n3\n4\n5\n"));
    let converted = convert_with(pairs.as_bytes(), LabelChoice::None).unwrap();
    assert_eq!((&read(&converted.images).0[..], converted.labels), ("u8,5x2,12", None));
}

#[test]
fn a_target_with_fractions_is_a_value() {
    let converted = convert(b"a,b,target\n1,2,0.5\n3,4,1.25\n").unwrap();
    assert_eq!((&read(&converted.images).0[..], converted.labels), ("f32,2x3,12", None));
}

#[test]
fn features_of_named_rows_stay_values() {
    let text = "id,name,sex,age,fare,class\nA1,Ann,f,22,7.5,3\nB2,Bob,m,38,71,1\n";
    let converted = convert(text.as_bytes()).unwrap();
    assert_eq!((&read(&converted.images).0[..], read(&converted.labels.unwrap()).1), ("f32,2x2,12", vec![3.0, 1.0]));
    // Only a first column numbers the rows.
    let text = "name,species,index,height\na,x,7,1.5\nb,y,9,2.5\nc,x,3,1.5\nd,y,4,1.25\n";
    assert_eq!(read(&convert(text.as_bytes()).unwrap().images).0, "f32,4x2,12");
}

#[test]
fn ranges_are_names_and_no_numbers_of_classes() {
    let ages = alone(b"file,age\n1.jpg,20-29\n2.jpg,3-9\n3.jpg,20-29\n4.jpg,3-9\n5.jpg,3-9\n");
    assert_eq!((ages.labels, ages.columns.class_names), (vec![0.0, 1.0, 0.0, 1.0, 1.0], named(&["20-29", "3-9"])));
}
